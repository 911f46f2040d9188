"""Card faces as flat layered shapes with stippled shading. No text: names and numerals are drawn by the program."""

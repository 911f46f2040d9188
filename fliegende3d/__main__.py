"""`python -m fliegende3d` is the same as `fliegende3d`."""

from .cli import main

if __name__ == "__main__":
    main()

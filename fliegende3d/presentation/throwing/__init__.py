"""From the traces of hands to throws: flick, slingshot, meter and steps, all under the same limits."""

"""What can be asked about games. Everything is built up by naming what the viewer may know."""

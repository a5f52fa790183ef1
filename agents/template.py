"""Templates of paths and a few filters."""


class Template:
    pass

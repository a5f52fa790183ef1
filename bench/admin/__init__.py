"""The screens of the admin, on a small site and on a large one."""

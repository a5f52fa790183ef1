"""Calls to services outside: where they may go, which addresses they may reach, and the exchange itself."""

"""How long a turn takes, beside the least that the same work could take (`make bench`)."""

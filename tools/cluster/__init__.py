"""The site on several servers, all of them on this machine."""

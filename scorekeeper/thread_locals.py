"""Django’s variables of a thread, kept without a lock.

Django keeps the language, the time zone and the URL configuration of a request in
``asgiref.local.Local``, which takes a lock whenever it is read. A pad reads the language hundreds
of times, and requests in other threads wait for the lock each time. Here, each request has a thread
of its own and no view is asynchronous, so ``threading.local`` does the same. asgiref 3.13 and
Django 6.1 still have the lock.
"""

import threading

from django.urls import base
from django.utils import timezone
from django.utils.translation import trans_real


def use_thread_locals() -> None:
    """Replace the variables that pages read often. Call this before a request is answered."""
    for module, names in (
        (trans_real, ("_active",)),
        (timezone, ("_active",)),
        (base, ("_prefixes", "_urlconfs")),
    ):
        for name in names:
            setattr(module, name, threading.local())

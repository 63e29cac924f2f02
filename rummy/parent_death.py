"""Lets a child process end with its parent, however the parent ends (Linux; elsewhere it changes nothing)."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def send_on_parent_death(number: signal.Signals, parent: int | None = None) -> None:
    """Ask the kernel to send the calling process this signal when the thread that started it ends.

    `parent` is the process that should still be there: if it ended before the kernel was asked, the signal
    is sent at once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, number)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), number)

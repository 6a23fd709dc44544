"""A process that uses a patient's key, destroys it, and then waits, for a test that looks into its memory.

    python key_holder.py KEYRING MASTER_KEY PATIENT

Writes a line when the key is in use, goes on when it reads one, and writes another when the key was destroyed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from domain.store.keyring import Keyring, read_master_key

if __name__ == "__main__":
    keyring = Keyring(Path(sys.argv[1]), read_master_key(Path(sys.argv[2])))
    sealed = keyring.encrypt(sys.argv[3], 1, "topic", b"payload")
    assert keyring.decrypt(sys.argv[3], 1, "topic", sealed) == b"payload"
    print("in use", flush=True)
    sys.stdin.readline()
    keyring.destroy(sys.argv[3])
    print("destroyed", flush=True)
    sys.stdin.readline()

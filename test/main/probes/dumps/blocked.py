"""Four threads want the lock that the main thread holds. Ends when it is killed, or after a minute."""

import threading
import time

lock = threading.Lock()


def wants_the_lock():
    with lock:
        pass


with lock:
    for _ in range(4):
        threading.Thread(target=wants_the_lock, daemon=True).start()
    print("blocked", flush=True)
    time.sleep(60)

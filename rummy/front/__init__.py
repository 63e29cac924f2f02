"""What stands between the sockets and the threads: nothing that only waits may hold one."""

/** Whether a process with this id runs on this host, for any user. The id may have been reused by another process. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whether a process of this machine runs, ours or somebody else's. Its number may have been given to another one since. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, for somebody else.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Runs `work` while no other tab holds the lock. Other tabs wait, and then find nothing left to do. */
export function inOneTab(lock: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lock, work);
}

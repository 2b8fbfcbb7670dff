/** Space that stays free for records and photos. */
export const RESERVE_BYTES = 50_000_000;

/** Free space in bytes, as far as the browser knows; null if it does not. */
export async function freeBytes(): Promise<number | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return usage === undefined || quota === undefined ? null : quota - usage;
}

/** Throws a `QuotaExceededError` if only the reserve for records and photos is left. `free`: as `freeBytes` returns it. */
export function requireRoom(free: number | null): void {
  if (free !== null && free < RESERVE_BYTES) throw new DOMException('The rest is for records and photos', 'QuotaExceededError');
}

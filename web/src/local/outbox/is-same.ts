/** Whether two values are equal as JSON; undefined is as null. */
export function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first ?? null) === JSON.stringify(second ?? null);
}

/**
 * Compares versions by the numbers in their first three parts: negative if `a` is older than `b`. A part that is not a number counts
 * as 0, so an invalid version is older than any other.
 */
export function compareVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (let index = 0; index < 3; index++) {
    const difference = left[index]! - right[index]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function parts(version: string): number[] {
  const numbers = version
    .replace(/^v/, '')
    .split(/[.+-]/)
    .slice(0, 3)
    .map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : 0));
  while (numbers.length < 3) numbers.push(0);
  return numbers;
}

/**
 * Where a server has read replicas, the answer to a write says how far the log of the database was then, and the app sends the furthest back
 * with what it reads, so that it never reads what is older than its own writes (decision 0098).
 */
export const POSITION_HEADER = 'veld-position';

/** The further one of two positions. Those of different lines, the text before the last dot, cannot be compared: the new one counts. */
export function laterPosition(known: string | null, given: string): string {
  if (known === null) return given;
  const [a, b] = [splitPosition(known), splitPosition(given)];
  return a.line === b.line && a.position > b.position ? known : given;
}

function splitPosition(text: string): { line: string; position: number } {
  const dot = text.lastIndexOf('.');
  return { line: text.slice(0, dot), position: Number.parseInt(text.slice(dot + 1), 16) };
}

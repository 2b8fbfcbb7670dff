/** The row of a statement that always answers with exactly one, such as a count. Throws an error if it has none. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always has a row has none');
  return row;
}

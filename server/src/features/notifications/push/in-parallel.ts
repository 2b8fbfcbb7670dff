/** Works through a list with at most `most` items at a time. What fails rejects it, once the others have begun to end. */
export async function inParallel<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  // Each worker takes the next item of the same iterator.
  const rest = items.values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

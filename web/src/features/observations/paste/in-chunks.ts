/** So many rows are read before the screen may answer to a tap. */
const CHUNK = 40;

/** Does something with each of many items in order, with pauses in which the screen answers. Stops when the signal is aborted. */
export async function inChunks<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>, signal: AbortSignal): Promise<R[]> {
  const done: R[] = [];
  for (const [index, item] of items.entries()) {
    signal.throwIfAborted();
    if (index % CHUNK === CHUNK - 1) await new Promise((resolve) => setTimeout(resolve));
    done.push(await work(item, index));
  }
  return done;
}

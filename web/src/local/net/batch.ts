interface Waiting<T> {
  resolve: (found: T | null) => void;
  reject: (error: unknown) => void;
}

/** Long enough for all cards of a screen to ask, and too short to be noticed. */
const COLLECT_MS = 10;

/**
 * Turns a question about many ids into one about a single id: what is asked within a moment goes into one request, or several of at most
 * `most` ids. Resolves with null for an id that the answer lacks.
 */
export function batched<T extends { id: string }>(
  ask: (ids: string[]) => Promise<readonly T[]>,
  most: number,
): (id: string) => Promise<T | null> {
  const waiting = new Map<string, Waiting<T>[]>();

  async function send(ids: string[], asked: ReadonlyMap<string, Waiting<T>[]>): Promise<void> {
    try {
      const found = new Map((await ask(ids)).map((one) => [one.id, one]));
      for (const id of ids) for (const { resolve } of asked.get(id) ?? []) resolve(found.get(id) ?? null);
    } catch (error) {
      for (const id of ids) for (const { reject } of asked.get(id) ?? []) reject(error);
    }
  }

  function sendAll(): void {
    const asked = new Map(waiting);
    waiting.clear();
    const ids = [...asked.keys()];
    for (let from = 0; from < ids.length; from += most) void send(ids.slice(from, from + most), asked);
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(sendAll, COLLECT_MS);
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    });
}

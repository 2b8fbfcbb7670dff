import { z } from 'zod/mini';

const KEY = 'veld-last-error';
const schema = z.object({ id: z.string(), text: z.string() });

/** The error that a screen has shown last in this tab, which feedback can be about. */
export type LastError = z.output<typeof schema>;

/** Stores an error under a short id that people can name. If storage is blocked, it only has the id. */
export function rememberError(error: unknown): LastError {
  const id = crypto.randomUUID().slice(0, 8);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const found = { id, text: text.slice(0, 500) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(found));
  } catch {
    // As documented above.
  }
  return found;
}

/** The error with an id; null if the tab has shown another one since. */
export function rememberedError(id: string | null): LastError | null {
  if (id === null) return null;
  try {
    const stored = z.parse(schema, JSON.parse(sessionStorage.getItem(KEY) ?? ''));
    return stored.id === id ? stored : null;
  } catch {
    return null;
  }
}

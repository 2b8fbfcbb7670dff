/** What the server sends to this device. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** A message of the server; null if it is anything else. */
export function readPush(text: string | undefined): PushMessage | null {
  try {
    const { title, body, path, tag } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return null;
    return { title, body, path: innerPath(path), tag };
  } catch {
    return null;
  }
}

const ORIGIN = 'https://veld.invalid';

/** A path of this app; that of the list for anything else, such as an address of another site. */
export function innerPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, ORIGIN)) return '/notifications';
  const url = new URL(path, ORIGIN);
  return url.origin === ORIGIN ? url.pathname + url.search + url.hash : '/notifications';
}

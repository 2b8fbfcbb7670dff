import { useCallback, useSyncExternalStore } from 'react';

const urls = new WeakMap<Blob, { url: string; users: number }>();
const nothing = () => {};

/** The object URL of a blob, revoked when no component uses it. Null without a blob and on the first render. */
export function useBlobUrl(blob: Blob | null | undefined): string | null {
  const subscribe = useCallback(() => (blob ? acquire(blob) : nothing), [blob]);
  return useSyncExternalStore(subscribe, () => (blob ? (urls.get(blob)?.url ?? null) : null));
}

/** React reads the store again right after it has subscribed, so no listener is needed. */
function acquire(blob: Blob): () => void {
  const entry = urls.get(blob) ?? { url: URL.createObjectURL(blob), users: 0 };
  entry.users++;
  urls.set(blob, entry);
  return () => {
    entry.users--;
    if (entry.users > 0) return;
    urls.delete(blob);
    URL.revokeObjectURL(entry.url);
  };
}

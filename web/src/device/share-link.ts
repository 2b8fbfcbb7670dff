/**
 * Opens the system's share sheet for an address, right after a tap, or copies it where there is none. Resolves with what happened; throws
 * if the address could not be copied.
 */
export async function shareLink(title: string, url: string): Promise<'shared' | 'closed' | 'copied'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed';
      // A browser without any app to share with refuses.
    }
  }
  await navigator.clipboard.writeText(url);
  return 'copied';
}

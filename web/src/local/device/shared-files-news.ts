import { createStore } from 'zustand/vanilla';

/** What screens other than the board show about shared photos. */
export interface ShareNotices {
  /** Why no shared file was stored, from the address the app was opened at. */
  fault: string | null;
  /** The waiting files are on screen already, so that no message is needed. */
  isShown: boolean;
}

export const shareNotices = createStore<ShareNotices>(() => ({ fault: null, isShown: false }));

/** Moves the fault out of the address, before a guard redirects; a reload does not report it again. */
export function readShareFault(): void {
  const url = new URL(location.href);
  const fault = url.searchParams.get('share');
  if (fault === null) return;
  shareNotices.setState({ fault });
  url.searchParams.delete('share');
  history.replaceState(history.state, '', url);
}

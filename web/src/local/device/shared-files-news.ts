import { createStore } from 'zustand/vanilla';

/** What there is to say of shared photos outside of their board. */
export interface ShareNews {
  /** Why nothing of a share was kept, as the address said it that the app was opened at. */
  fault: string | null;
  /** A screen shows what waits, so that no message need do it. */
  isShown: boolean;
}

export const shareNews = createStore<ShareNews>(() => ({ fault: null, isShown: false }));

/** Takes the word from the address, before a guard may lead elsewhere; loading again does not say it again. */
export function hearOfShare(): void {
  const url = new URL(location.href);
  const fault = url.searchParams.get('share');
  if (fault === null) return;
  shareNews.setState({ fault });
  url.searchParams.delete('share');
  history.replaceState(history.state, '', url);
}

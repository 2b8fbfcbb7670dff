import type { Language, User } from '@veld/contract';
import { useStore } from 'zustand';
import { currentLocale } from '../../i18n/locale';
import { auth, currentDatabase, network } from '../../local/app/veld';

export { changeLanguage } from '../../local/app/language';
export { auth, notifier } from '../../local/app/veld';
export { CallError } from '../../local/net/call-error';

/** The cursor of the first page of a list that is loaded page by page. */
export const FIRST_PAGE: string | null = null;

/** The logged-in user, or null. */
export function useMaybeUser(): User | null {
  return useStore(auth.store, (state) => state.user);
}

/** The logged-in user; only for screens behind the guard `auth`. */
export function useUser(): User {
  const user = useMaybeUser();
  if (!user) throw new Error('This screen needs somebody who is logged in');
  return user;
}

/** Whether the server rejected the session; records wait until the same user logs in again. */
export function useNeedsLogin(): boolean {
  return useStore(auth.store, (state) => state.needs_login);
}

/** For display only; requests never depend on it. */
export function useIsOnline(): boolean {
  return useStore(network.store, (state) => state.state === 'online');
}

/** The language of the app, which changes only with a reload. */
export function useLanguage(): Language {
  return currentLocale();
}

export { currentDatabase };

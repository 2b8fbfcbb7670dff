import { LANGUAGES, type Language } from '@veld/contract';
import { currentLocale, saveLocale } from '../../i18n/locale';
import { auth, reloadSafely } from './veld';

/**
 * Another language for the app: cancels any taxonomy update and reloads (decision 0025). Drafts are written down
 * first; a logged-in person's preference follows.
 */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === currentLocale()) return;
  saveLocale(language);
  if (auth.check() && auth.state().user?.preferences.language !== language) {
    await auth.change({ kind: 'preference', key: 'language', value: language }).catch(() => undefined);
  }
  // Loaded when needed: the first screen does without the update's code.
  await import('./taxonomy-loop').then(({ taxonomyUpdate }) => taxonomyUpdate().cancelForLanguageChange()).catch(() => undefined);
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
  await reloadSafely();
}

/**
 * The preferred language of the person wins over the one that is shown (decision 0025). Where both are the same it
 * is noted down, so that the next start shows it too, also without a network.
 */
export function followPreferredLanguage(): () => void {
  const ends = [
    auth.on('preferredLanguage', (wanted) => {
      const language = LANGUAGES.find((entry) => entry === wanted);
      if (language) void changeLanguage(language);
    }),
    auth.store.subscribe((after, before) => {
      if (after.user !== before.user && after.user?.preferences.language === currentLocale()) saveLocale(currentLocale());
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

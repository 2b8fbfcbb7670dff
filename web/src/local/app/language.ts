import { LANGUAGES, type Language } from '@veld/contract';
import { currentLocale, saveLocale, setCountry } from '../../i18n/locale';
import { auth, reloadSafely } from './veld';

/**
 * Changes the language of the app: stores it, updates the preference of a logged-in user, cancels a running taxonomy update, writes
 * drafts and reloads (decision 0025).
 */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === currentLocale()) return;
  saveLocale(language);
  if (auth.check() && auth.state().user?.preferences.language !== language) {
    await auth.change({ kind: 'preference', key: 'language', value: language }).catch(() => undefined);
  }
  // Imported lazily, to keep the taxonomy update out of the first script.
  await import('./taxonomy-loop').then(({ taxonomyUpdate }) => taxonomyUpdate().cancelForLanguageChange()).catch(() => undefined);
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
  await reloadSafely();
}

/** Dates are written as in the country of whoever is logged in. */
export function followCountry(): () => void {
  const follow = () => setCountry(auth.state().user?.country_code ?? null);
  follow();
  return auth.store.subscribe(follow);
}

/**
 * Switches to the user's preferred language (decision 0025). When it is shown already, stores it, so that the next start has it even
 * offline.
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

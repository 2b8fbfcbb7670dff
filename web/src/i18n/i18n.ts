import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale } from './locale';
import { numberFormatter } from './number-formatter';

/** The files of each language, loaded with the language: a list of all files would be part of the first script. */
const languages = import.meta.glob<typeof import('./en/words')>('./*/words.ts');

/** Loads texts as modules of the app, which the service worker caches. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    wordsOf(language, namespace).then(
      (words) => done(null, words),
      (error: Error) => done(error, null),
    );
  },
};

async function wordsOf(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = languages[`./${language}/words.ts`];
  if (!load) throw new Error(`There are no words for ${language}`);
  const { words } = await load();
  if (namespace === 'common') return words.common;
  const file = words.files[`./${namespace}.json`];
  if (!file) throw new Error(`There are no words for ${language}/${namespace}`);
  return (await file()).default;
}

/** Resolves once the texts of the shell are loaded. */
export async function startI18n(): Promise<void> {
  const language = currentLocale();
  document.documentElement.lang = language;
  await i18next
    .use(backend)
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      returnNull: false,
    });
}

export { i18next };

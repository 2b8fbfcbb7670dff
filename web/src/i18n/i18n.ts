import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale } from './locale';

type Words = { default: Record<string, unknown> };
const files = import.meta.glob<Words>('./*/*.json');

/** Words are files of the app, loaded when first needed and kept by the service worker like every other part. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = files[`./${language}/${namespace}.json`];
    if (!load) return done(new Error(`There are no words for ${language}/${namespace}`), null);
    load().then(
      (words) => done(null, words.default),
      (error: Error) => done(error, null),
    );
  },
};

/** Ready when the words of the shell are there. */
export async function startI18n(): Promise<void> {
  const language = currentLocale();
  document.documentElement.lang = language;
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    });
}

export { i18next };

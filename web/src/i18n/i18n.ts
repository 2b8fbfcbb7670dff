import { numberFormatter } from '@veld/contract';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages } from 'virtual:veld-texts';
import { currentLocale } from './locale';

/** Loads texts as modules of the app, which the service worker caches. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    textsOf(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

async function textsOf(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = languages[language];
  if (!load) throw new Error(`There are no texts in ${language}`);
  const { texts } = await load();
  if (namespace === 'common') return texts.common;
  const file = texts.files[namespace];
  if (!file) throw new Error(`There are no texts ${namespace}`);
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
      // The build has filled the gaps of each language with English.
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      returnNull: false,
    });
}

export { i18next };

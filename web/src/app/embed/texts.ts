import { type Language, numberFormatter } from '@veld/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** The texts of an embed in all languages: together they are smaller than a picture, and none can fail to load. */
const files = import.meta.glob<Record<string, unknown>>('../../i18n/*/embeds.json', { eager: true, import: 'default' });

export async function startTexts(language: Language): Promise<void> {
  await i18next
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      lng: language,
      ns: ['embeds'],
      defaultNS: 'embeds',
      fallbackLng: 'en',
      resources: Object.fromEntries([language, 'en'].map((one) => [one, { embeds: files[`../../i18n/${one}/embeds.json`] ?? {} }])),
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

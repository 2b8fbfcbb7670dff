import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language, type NotificationTexts, numberFormatter } from '@veld/contract';
import { createInstance } from 'i18next';

/** The server's own texts, and those of notifications, which it shares with the app. */
const FOLDERS = { server: 'server/texts', notifications: 'contract/texts' };
const ROOT = join(import.meta.dirname, '../../..');

function readTexts(language: Language): Record<string, object> {
  return Object.fromEntries(
    Object.entries(FOLDERS).flatMap(([namespace, folder]) => {
      const path = join(ROOT, folder, language, `${namespace}.json`);
      return existsSync(path) ? [[namespace, JSON.parse(readFileSync(path, 'utf8'))]] : [];
    }),
  );
}

const texts = createInstance();
void texts.use(numberFormatter).init({
  lng: 'en',
  // A text that is not translated yet, with the plurals of English.
  fallbackLng: 'en',
  ns: Object.keys(FOLDERS),
  defaultNS: 'server',
  resources: Object.fromEntries(LANGUAGES.map((language) => [language, readTexts(language)])),
  interpolation: { escapeValue: false, alwaysFormat: true },
  initAsync: false,
});

/** Messages without values, by language and key, and which exist: each answer with an error has some, and i18next takes 20 µs for one. */
const plain = new Map<string, string>();
const known = new Map<string, boolean>();

/** A message in a language, in English if the translation is missing. Replaces `{{name}}` with `values.name`. Throws for unknown keys. */
export function translate(language: Language, key: string, values?: Record<string, string | number>): string {
  if (values) return translated(language, key, values);
  const id = `${language} ${key}`;
  const text = plain.get(id) ?? translated(language, key, {});
  plain.set(id, text);
  return text;
}

function translated(language: Language, key: string, values: Record<string, string | number>): string {
  if (!texts.exists(key, { ...values, lng: language })) throw new Error(`There is no message ${key}`);
  return texts.t(key, { ...values, lng: language });
}

export function hasMessage(key: string): boolean {
  const isKnown = known.get(key) ?? texts.exists(key);
  known.set(key, isKnown);
  return isKnown;
}

/** The texts of notifications in a language. */
export function notificationTexts(language: Language): NotificationTexts {
  return (key, values) => translate(language, key, values);
}

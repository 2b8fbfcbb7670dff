import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@veld/contract';

type Messages = Record<string, string>;

const catalogue = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(join(import.meta.dirname, 'messages', `${language}.json`), 'utf8')) as Messages,
  ]),
) as Record<Language, Messages>;

/** A message in a language, in English if the translation is missing. Replaces `{name}` with `values.name`. Throws for unknown keys. */
export function translate(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const text = catalogue[language][key] ?? catalogue.en[key];
  if (text === undefined) throw new Error(`There is no message ${key}`);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function hasMessage(key: string): boolean {
  return Object.hasOwn(catalogue.en, key);
}

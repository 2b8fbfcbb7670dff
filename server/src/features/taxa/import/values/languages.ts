import { LANGUAGES, type Language } from '@veld/contract';

/** ISO 639-2 and 639-3 codes of the nine languages, and their names in English and in the language itself. */
const CODES_AND_NAMES: Record<Language, string> = {
  en: 'eng english',
  nl: 'nld dut dutch nederlands flemish',
  de: 'deu ger german deutsch',
  es: 'spa spanish español espanol castilian castellano',
  fr: 'fra fre french français francais',
  it: 'ita italian italiano',
  pt: 'por portuguese português portugues',
  pl: 'pol polish polski',
  af: 'afr afrikaans',
};
const KNOWN = new Map<string, Language>(
  LANGUAGES.flatMap((code) => [code, ...CODES_AND_NAMES[code].split(' ')].map((word) => [word, code] as const)),
);

/** The language of a code or name (`nl`, `nld`, `pt-BR`, `Dutch`); null for unsupported languages. */
export function languageOfName(text: string): Language | null {
  const word = text.trim().toLowerCase();
  return KNOWN.get(word) ?? KNOWN.get(word.replace(/[-_].*/s, '')) ?? null;
}

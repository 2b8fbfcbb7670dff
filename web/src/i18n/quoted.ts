import type { Language } from '@veld/contract';

const QUOTES: Record<Language, readonly [string, string]> = {
  en: ['“', '”'],
  nl: ['“', '”'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  it: ['“', '”'],
  pt: ['«', '»'],
  pl: ['„', '”'],
  af: ['“', '”'],
};

/** Text in the quotation marks of the language. */
export function quoted(text: string, language: Language): string {
  return QUOTES[language].join(text);
}

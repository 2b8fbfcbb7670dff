import { LANGUAGES, type Language } from '@veld/contract';

/** The best of our languages for an Accept-Language header; English where none fits. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((entry) => /^\s*q=([\d.]+)\s*$/.exec(entry)?.[1]).find((value) => value !== undefined);
      return { language: tag.split('-')[0]!, weight: quality === undefined ? 1 : Number(quality) || 0, index };
    })
    .filter((entry) => entry.weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { language } of wanted) {
    if ((LANGUAGES as readonly string[]).includes(language)) return language as Language;
  }
  return 'en';
}

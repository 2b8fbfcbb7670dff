const numbers = new Map<string | undefined, Intl.NumberFormat>();

/** A formatter for i18next, which formats numbers in texts for the language: 900,000 or 900.000. */
export const numberFormatter = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format?: string, language?: string): string {
    if (typeof value !== 'number') return value as string;
    const format = numbers.get(language) ?? new Intl.NumberFormat(language);
    numbers.set(language, format);
    return format.format(value);
  },
};

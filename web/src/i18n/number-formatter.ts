import type { FormatterModule } from 'i18next';

const numbers = new Map<string | undefined, Intl.NumberFormat>();

/** Formats numbers in texts for the language: 900,000 or 900.000. */
export const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value, _format, language) {
    if (typeof value !== 'number') return value as string;
    const format = numbers.get(language) ?? new Intl.NumberFormat(language);
    numbers.set(language, format);
    return format.format(value);
  },
};

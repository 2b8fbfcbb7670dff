import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@veld/contract';
import { describe, expect, it } from 'vitest';

/** Every sentence of a language, flat. */
function sentencesOf(language: string): string[] {
  const folder = join(import.meta.dirname, language);
  const flat = (words: unknown): string[] => (typeof words === 'string' ? [words] : Object.values(words as object).flatMap(flat));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => flat(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

describe('a country in a sentence', () => {
  // The names come from Intl, without article and in the first case: in a clause many would need another form ("the Netherlands").
  it.each(LANGUAGES)('stands on its own, before or after a colon: %s', (language) => {
    const named = sentencesOf(language).filter((sentence) => sentence.includes('{{country}}'));
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((sentence) => !/^\{\{country\}\}\u00a0?: |: \{\{country\}\}(\.|$)/.test(sentence))).toEqual([]);
  });
});

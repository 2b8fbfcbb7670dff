import { describe, expect, it } from 'vitest';
import { negotiateLanguage } from './language.ts';

describe('the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['xx', 'en'],
    ['nl', 'nl'],
    ['pt-BR', 'pt'],
    ['DE-at, en;q=0.9', 'de'],
    ['en;q=0.3, pl;q=0.8', 'pl'],
    ['sv, fr;q=0, it;q=0.1', 'it'],
    ['fr;q=nonsense, es', 'es'],
  ])('%s is %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language);
    expect(negotiateLanguage(header), 'again').toBe(language);
  });
});

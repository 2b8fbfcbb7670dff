import { describe, expect, it } from 'vitest';
import { chooseLocale } from './locale';

describe('the locale (decision 0025)', () => {
  it.each([
    ['the saved setting comes first', { saved: 'pl', query: 'nl', browser: ['de'] }, 'pl'],
    ['then the lang query parameter', { saved: null, query: 'nl', browser: ['de'] }, 'nl'],
    ['then the browser language, if supported', { saved: null, query: null, browser: ['sv-SE', 'pt-BR', 'de'] }, 'pt'],
    ['else English', { saved: null, query: 'xx', browser: ['sv'] }, 'en'],
    ['a setting nobody knows counts as none', { saved: 'klingon', query: null, browser: ['af-ZA'] }, 'af'],
  ])('%s', (_, from, expected) => {
    expect(chooseLocale(from)).toBe(expected);
  });
});

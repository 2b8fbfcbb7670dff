// @vitest-environment happy-dom
import { LANGUAGES } from '@veld/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts } from '../testing/texts';
import { i18next } from './i18n';

beforeAll(loadTexts);

describe('a number in a sentence', () => {
  it.each(LANGUAGES)('is formatted in the language of the sentence: %s', async (language) => {
    await i18next.loadLanguages(language);
    const t = i18next.getFixedT(language, ['common', 'observations']);
    const written = (count: number) => new Intl.NumberFormat(language).format(count);
    expect(t('common:count.individuals', { count: 900_000 })).toContain(written(900_000));
    expect(t('common:count.individuals', { count: 900_000 })).not.toContain('900000');
    expect(t('common:count.individuals', { count: 3 })).toMatch(/^3\D/);
    const range = t('observations:count.range', { from: 12_500, count: 20_000 });
    expect(range).toContain(written(12_500));
    expect(range).toContain(written(20_000));
  });

  it('is not formatted if it is part of a text', () => {
    const t = i18next.getFixedT('en', 'recording');
    expect(t('draft.discard', { name: 'plot 12345' })).toBe('Discard draft: plot 12345');
  });
});

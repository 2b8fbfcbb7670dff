// @vitest-environment happy-dom
import { LANGUAGES } from '@veld/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18next, startI18n } from './i18n';

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
});

describe('a number in a sentence', () => {
  it.each(LANGUAGES)('has the marks of its language: %s', async (language) => {
    await i18next.loadLanguages(language);
    await i18next.loadNamespaces(['common', 'observations', 'recording']);
    const t = i18next.getFixedT(language, ['common', 'observations']);
    const written = (count: number) => new Intl.NumberFormat(language).format(count);
    expect(t('common:count.individuals', { count: 900_000 })).toContain(written(900_000));
    expect(t('common:count.individuals', { count: 900_000 })).not.toContain('900000');
    expect(t('common:count.individuals', { count: 3 })).toMatch(/^3\D/);
    const range = t('observations:count.range', { from: 12_500, count: 20_000 });
    expect(range).toContain(written(12_500));
    expect(range).toContain(written(20_000));
  });

  it('that is part of a name or a text stays as it was written', () => {
    const t = i18next.getFixedT('en', 'recording');
    expect(t('draft.discard', { name: 'plot 12345' })).toBe('Discard draft: plot 12345');
  });
});

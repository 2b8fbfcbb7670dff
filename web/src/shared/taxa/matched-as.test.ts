// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { i18next } from '../../i18n/i18n';
import { loadTexts } from '../../testing/texts';
import { matchedAs } from './names';

beforeAll(async () => {
  await loadTexts();
  await i18next.loadLanguages(['de', 'pl']);
});

it('names the language of a name in the language of the app', () => {
  const hit = { matched: 'Kohlmeise', matched_language: 'de' };
  expect(matchedAs(hit, i18next.getFixedT('en'), 'en')).toBe('as Kohlmeise (German)');
  expect(matchedAs(hit, i18next.getFixedT('pl'), 'pl')).toBe('jako Kohlmeise (niemiecki)');
  expect(matchedAs({ matched: 'Great tit', matched_language: 'en' }, i18next.getFixedT('de'), 'de')).toBe('als Great tit (Englisch)');
});

it('names no language for names in that of the app, and nothing for names that are displayed', () => {
  expect(matchedAs({ matched: 'Oxeye', matched_language: null }, i18next.getFixedT('en'), 'en')).toBe('as Oxeye');
  expect(matchedAs({ matched: null, matched_language: null }, i18next.getFixedT('en'), 'en')).toBeUndefined();
});

import { LANGUAGES } from '@veld/contract';
import { createInstance, type TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { anna } from '../../../local/testing/people';
import { searchSettings } from '../SettingsLayout';
import { findSectionAddress, SECTIONS } from './section-list';

const texts = import.meta.glob<object>('../../../i18n/*/{settings,common}.json', { import: 'default', eager: true });

async function translator(language: string): Promise<TFunction<['settings', 'common']>> {
  const of = (one: string, namespace: string) => texts[`../../../i18n/${one}/${namespace}.json`] ?? {};
  const resources = Object.fromEntries([language, 'en'].map((one) => [one, { settings: of(one, 'settings'), common: of(one, 'common') }]));
  const i18n = createInstance();
  await i18n.init({ lng: language, fallbackLng: 'en', resources, defaultNS: 'settings', interpolation: { escapeValue: false } });
  return i18n.getFixedT(language, ['settings', 'common']) as TFunction<['settings', 'common']>;
}

const admin = { ...anna, roles: [...anna.roles, 'admin' as const] };

describe.each(LANGUAGES)('the search in %s', (language) => {
  it('finds every section first by its title, and by each of the other words for it', async () => {
    const t = await translator(language);
    const addresses = (text: string) => searchSettings(text, admin, t).map(({ to }) => to);
    for (const section of SECTIONS) {
      const address = findSectionAddress(section);
      expect(addresses(t(section.title))[0], t(section.title)).toBe(address);
      for (const words of t(section.words).split(',')) expect(addresses(words), words).toContain(address);
      for (const key of section.settings) expect(addresses(t(key)), t(key)).toContain(address);
    }
  });

  it('finds nothing without a word, and nothing unknown', async () => {
    const t = await translator(language);
    expect(searchSettings('  , ', admin, t)).toEqual([]);
    expect(searchSettings('qqqqq', admin, t)).toEqual([]);
  });
});

it('marks and capitals make no difference, and all words must match', async () => {
  const spanish = await translator('es');
  expect(searchSettings('PAIS', anna, spanish)[0]?.to).toBe('/settings/country');
  expect(searchSettings('pais zzz', anna, spanish)).toEqual([]);
  const polish = await translator('pl');
  expect(searchSettings('wspolrzedne', anna, polish).map(({ to }) => to)).toEqual(['/settings/privacy']);
});

it('offers nobody the section of admins who is none', async () => {
  const english = await translator('en');
  expect(searchSettings('administrator', admin, english).map(({ to }) => to)).toEqual(['/settings/admin']);
  expect(searchSettings('administrator', anna, english)).toEqual([]);
});

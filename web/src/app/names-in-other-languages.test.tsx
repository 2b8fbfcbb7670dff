// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Language } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as accounts from '../shared/session/session';
import KnowledgeScreen from '../features/knowledge/KnowledgeScreen';
import { TaxonSearch } from '../shared/taxon-search/TaxonSearch';
import { SpeciesNames } from '../features/species/page/SpeciesNames';
import { useTaxon } from '../shared/taxa/data';
import { i18next } from '../i18n/i18n';
import { createCopyNotifier } from '../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../local/taxonomy/database';
import { Device, remoteTaxon } from '../local/taxonomy/testing';
import { freshPerson } from '../local/testing/people';
import { renderAs } from '../testing/render-as';

const announce = createCopyNotifier();
let device: Device;

const use = (language: Language) => act(() => i18next.changeLanguage(language));

async function forget(): Promise<void> {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
}

describe.each<[Language, displayed: string, inGerman: string, inEnglish: string | null, list: string[]]>([
  ['en', 'Great tit', 'as Kohlmeise (German)', null, ['English: Great tit, Oxeye', 'Nederlands: Koolmees', 'Deutsch: Kohlmeise']],
  [
    'nl',
    'Koolmees',
    'als Kohlmeise (Duits)',
    'als Great tit (Engels)',
    ['Nederlands: Koolmees', 'English: Great tit, Oxeye', 'Deutsch: Kohlmeise'],
  ],
])('a name that is not in the language of the app (%s)', (language, displayed, inGerman, inEnglish, list) => {
  beforeAll(async () => {
    device = new Device();
    // The database that the app's own search reads.
    device.db = new TaxonomyDatabase();
    device.session.locale = language;
    device.server.taxa = [
      { ...remoteTaxon(1, { en: 'Great tit', nl: 'Koolmees', de: 'Kohlmeise', sci: 'Parus major' }), name_synonyms: { en: ['Oxeye'] } },
      remoteTaxon(2, { en: 'Kohlrabi fly', nl: 'Koolvlieg', sci: 'Delia radicum' }),
    ];
    await device.tab('one', { announce }).tick();
  });
  // The app's search, which other tests in the same worker use too, learns that the copy is gone.
  afterAll(forget);
  // A page keeps the language that it was opened in, and the tests of a worker share a page.
  beforeEach(() => {
    vi.spyOn(accounts, 'useLanguage').mockReturnValue(language);
  });

  it('says which it is in the suggestions of the form', async () => {
    await renderAs(freshPerson('anna'), <TaxonSearch labelledBy="label" onChoose={() => undefined} quick={null} />);
    await use(language);
    const found = async (text: string) => {
      fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
      return screen.findByRole('option', { name: new RegExp(displayed) });
    };
    expect(within(await found('kohlmeise')).getByText(inGerman)).toBeTruthy();
    if (inEnglish) expect(within(await found('great tit')).getByText(inEnglish)).toBeTruthy();
    // Its own names, and the scientific one, need no language.
    for (const text of [displayed, 'parus major']) {
      await found(text);
      // The hits of the text before stay until those of this one are there.
      await vi.waitFor(() => expect(screen.getByRole('option', { name: new RegExp(displayed) }).textContent).not.toContain('('));
    }
  });

  it('says which it is in the species search', async () => {
    await renderAs(freshPerson('anna'), <KnowledgeScreen />, { at: '/knowledge?q=kohlmeise' });
    await use(language);
    expect(await screen.findByText(displayed)).toBeTruthy();
    expect(screen.getByText(inGerman)).toBeTruthy();
  });

  it('is on the page of the species, after those in the language of the app', async () => {
    await renderAs(freshPerson('anna'), <Names />);
    await use(language);
    const lines = (await screen.findAllByRole('term')).map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(lines).toEqual(list);
  });
});

function Names() {
  const taxon = useTaxon(1);
  return taxon ? <SpeciesNames taxon={taxon} /> : null;
}

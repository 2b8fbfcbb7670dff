// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  getTaxonImageInfo,
  listConfusions,
  listObservations,
  type TaxonStatus,
  listSpeciesCountries,
  listSpeciesNames,
  listTaxonDescriptions,
  listTaxonObservers,
} from '@veld/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { chooseSpeciesImage, speciesNote } from '../../../local/changes/species';
import * as search from '../../../local/taxonomy/search';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import type { Taxon } from '../../../shared/taxa/data';
import { idOfObserver, localObservation, photographed, declarePhoto } from '../testing/rows';
import { Confusions, Observers, WhatToNote } from '../SpeciesScreen';
import { PhotoStrip } from './PhotoStrip';
import { OwnMonths } from './OwnRecordsOfSpecies';
import { RarityLine, SpeciesStatus, StatusAtHome } from './SpeciesStatus';
import { SpeciesNames } from './SpeciesNames';
import { useSpeciesPhotos, useTopPhoto } from '../photos';
import { SpeciesPicture } from './SpeciesPicture';
import { Description, SpeciesNotes } from './SpeciesNotes';

const ROBIN = { id: 17, name: 'European robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' } as unknown as Taxon;

const NO_RECORDS = () => json({ data: [], next_cursor: null });

/** By default, photos of others are always known too late for the top of the page. */
function BothPhotos({ taxon, soon = 0 }: { taxon: Taxon; soon?: number }) {
  const photos = useSpeciesPhotos(taxon);
  const top = useTopPhoto(photos, soon);
  return (
    <>
      <SpeciesPicture {...{ taxon, photos, top }} />
      <PhotoStrip {...{ taxon, photos, top }} />
    </>
  );
}

/** The photos of others, of which none is at the top. */
function Strip({ taxon }: { taxon: Taxon }) {
  return <PhotoStrip taxon={taxon} photos={useSpeciesPhotos(taxon)} top={undefined} />;
}

describe('the page of a species', () => {
  it('says which list names come from: once for all, or by language if there are several', async () => {
    const anna = freshPerson('anna');
    const robin = { ...ROBIN, spelled: { en: ['European robin'], nl: ['Roodborst'], sci: ['Motacilla rubecula'] } } as unknown as Taxon;
    const of = (language: string, name: string, source: string) => ({ language, name, is_preferred: true, source });
    const names = [of('en', 'European robin', 'starter'), of('nl', 'Roodborst', 'starter')];
    const server = new VeldServer(anna).answer(listSpeciesNames, () => json({ data: names }));
    const view = await renderAs(anna, <SpeciesNames taxon={robin} />, { server });
    expect(await screen.findByText('Source: Veld’s starter list')).toBeDefined();
    view.unmount();

    const bram = freshPerson('bram');
    const more = [...names, of('sci', 'Motacilla rubecula', 'IOC'), of('nl', 'Roodborstje', 'Naturalis')];
    await renderAs(bram, <SpeciesNames taxon={robin} />, {
      server: new VeldServer(bram).answer(listSpeciesNames, () => json({ data: more })),
    });
    const sourceOf = (name: string) => screen.getByText(name).closest('dd')!.textContent;
    await waitFor(() => expect(sourceOf('Motacilla rubecula')).toBe('Motacilla rubeculaIOC'));
    expect(sourceOf('Roodborst')).toBe('RoodborstVeld’s starter list, Naturalis');
    expect(sourceOf('European robin')).toBe('European robinVeld’s starter list');
  });

  it('shows the months of the user’s records as a chart and a table', async () => {
    const records = ['2026-05-17', '2024-05-02', '2026-12'].map((observed_on) => ({ observed_on }));
    await renderAs(freshPerson('anna'), <OwnMonths name="European robin" records={records} />, {});
    const chart = await screen.findByRole('list', { name: 'Your records of European robin by month' });
    expect(within(chart).getByRole('listitem', { name: 'May: 2 records' })).toBeDefined();
    expect(within(chart).getByRole('listitem', { name: 'December: 1 record' })).toBeDefined();
    const row = screen.getByRole('row', { name: /May/, hidden: true });
    expect(within(row).getByRole('cell', { hidden: true }).textContent).toBe('2');
  });

  it('shows the text about it in the language of the app, and nothing for a species without one', async () => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(listTaxonDescriptions, () => json({ data: { [ROBIN.id]: 'Red breast, thin song.' } }));
    const both = (
      <>
        <Description taxonId={ROBIN.id + 1} />
        <Description taxonId={ROBIN.id} />
      </>
    );
    await renderAs(anna, both, { server });
    expect(await screen.findByText('Red breast, thin song.')).toBeDefined();
    expect(document.querySelectorAll('p')).toHaveLength(1);
  });

  it('says how often people corrected others into it, and it into others', async () => {
    const anna = freshPerson('anna');
    const other = (id: number, name: string, corrected_from: number, corrected_to: number) => ({
      taxon: { id, name, scientific_name: `Genus ${id}`, rank: 'species', group: 'bird' as const, image_url: null },
      corrected_from,
      corrected_to,
    });
    const server = new VeldServer(anna).answer(listConfusions, ({ pathname }) =>
      json({ data: { species: pathname.endsWith('/17') ? [other(21, 'Dunnock', 12, 3), other(22, 'Wren', 0, 1)] : [] } }),
    );
    const both = (
      <>
        <Confusions taxon={{ ...ROBIN, id: 18 }} />
        <Confusions taxon={ROBIN} />
      </>
    );
    await renderAs(anna, both, { server });
    const dunnock = await screen.findByRole('link', { name: /Dunnock/ });
    expect(dunnock.getAttribute('href')).toBe('/species/21');
    expect(dunnock.textContent).toContain('Corrected 12 times from Dunnock to European robin');
    expect(dunnock.textContent).toContain('Corrected 3 times from European robin to Dunnock');
    expect(screen.getByRole('link', { name: /Wren/ }).textContent).toMatch(/Corrected 1 time from European robin to Wren$/);
    expect(screen.getAllByRole('heading')).toHaveLength(1);
  });

  it('credits photos of others, each life stage first, with links to their records', async () => {
    const anna = freshPerson('anna');
    const records = [
      photographed('Chen', { license: 'CC-BY-4.0' }),
      photographed('Dorothy'),
      photographed('Bo', { life_stage: 'juvenile', license: 'CC0-1.0' }),
    ];
    const server = new VeldServer(anna).answer(listObservations, ({ searchParams }) =>
      json({ data: searchParams.get('photos') === '1' ? records : [], next_cursor: null }),
    );
    await renderAs(anna, <Strip taxon={ROBIN} />, { server });
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      [`/observations/${idOfObserver('Chen')}`, 'Chen · CC BY 4.0'],
      [`/observations/${idOfObserver('Bo')}`, 'JuvenileBo · CC0 1.0'],
      [`/observations/${idOfObserver('Dorothy')}`, 'Dorothy'],
    ]);
  });

  it('shows the photos of one life stage or sex when asked', async () => {
    const anna = freshPerson('anna');
    const records = [photographed('Chen', { sex: 'male' }), photographed('Bo', { life_stage: 'juvenile' })];
    const server = new VeldServer(anna).answer(listObservations, () => json({ data: records, next_cursor: null }));
    await renderAs(anna, <Strip taxon={ROBIN} />, { server });
    const names = () => screen.getAllByRole('link').map((link) => link.textContent);
    fireEvent.click(await screen.findByRole('radio', { name: 'Juvenile' }));
    expect(names()).toEqual(['Bo']);
    fireEvent.click(screen.getByRole('radio', { name: 'Male' }));
    expect(names()).toEqual(['Chen']);
    fireEvent.click(screen.getByRole('radio', { name: 'All photos' }));
    expect(names()).toEqual(['MaleChen', 'JuvenileBo']);
  });

  it('shows the only photo of a species once, at the top', async () => {
    const anna = freshPerson('anna');
    await openUserDatabase(anna.id).observations.put(localObservation({ taxon_id: ROBIN.id, media: declarePhoto() }));
    await renderAs(anna, <BothPhotos taxon={ROBIN} />);
    expect(await screen.findByText('Your photo')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Choose a picture' })).toBeNull();
  });

  it('shows the chosen one of the user’s photos at the top, the others and the image below', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const [older, newer] = [declarePhoto(), declarePhoto()].map((media) => localObservation({ taxon_id: ROBIN.id, media }));
    await database.observations.bulkPut([older!, newer!]);
    await chooseSpeciesImage(database, ROBIN.id, older!.media[0]!.id);
    const taxon = { ...ROBIN, image_url: '/api/taxon/17/image', image_attribution: 'Eve, CC0-1.0' };
    await renderAs(anna, <BothPhotos taxon={taxon} />, { server: new VeldServer(anna).answer(listObservations, NO_RECORDS) });
    expect(await screen.findByRole('button', { name: 'Choose a picture' })).toBeDefined();
    const strip = within((await screen.findByRole('heading', { name: 'Photos' })).closest('section')!);
    await waitFor(() => expect(strip.getByRole('link').getAttribute('href')).toBe(`/observations/${newer!.id}`));
    expect(strip.getByText('Eve, CC0 1.0')).toBeDefined();
  });

  it('does not show a photo of somebody again that is the image of the species', async () => {
    const anna = freshPerson('anna');
    const records = [photographed('Chen'), photographed('Dorothy')];
    const info = { attribution: 'Chen', license: 'CC0-1.0', license_url: null, page_url: null, alt: null, life_stage: null };
    const server = new VeldServer(anna)
      .answer(listObservations, () => json({ data: records, next_cursor: null }))
      .answer(getTaxonImageInfo, () => json({ data: { ...info, photo_id: records[0]!.media[0]!.id } }));
    const taxon = { ...ROBIN, image_url: '/api/taxon/17/image', image_attribution: 'Chen, CC0-1.0' };
    await renderAs(anna, <BothPhotos taxon={taxon} />, { server });
    expect((await screen.findByRole('link')).getAttribute('href')).toBe(`/observations/${idOfObserver('Dorothy')}`);
    expect(screen.getByText('Chen, CC0 1.0')).toBeDefined();
  });

  it('shows the best photo of others at the top, with a link to its record, if it is known soon', async () => {
    const anna = freshPerson('anna');
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((done) => {
      answer = done;
    });
    const server = new VeldServer(anna).answer(listObservations, async () => {
      await asked;
      return json({ data: [photographed('Chen'), photographed('Dorothy')], next_cursor: null });
    });
    const { unmount } = await renderAs(anna, <BothPhotos taxon={ROBIN} soon={60_000} />, { server });
    answer();
    const strip = () => within(screen.getByRole('heading', { name: 'Photos' }).closest('section')!);
    expect((await screen.findByRole('link', { name: 'Chen' })).closest('figure')).not.toBeNull();
    expect(strip().getAllByRole('link')).toHaveLength(1);
    unmount();

    await renderAs(freshPerson('bram'), <BothPhotos taxon={ROBIN} soon={0} />, { server });
    expect(await screen.findByRole('heading', { name: 'Photos' })).toBeDefined();
    expect(strip().getAllByRole('link')).toHaveLength(2);
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('names the people with most records', async () => {
    const anna = freshPerson('anna');
    const people = [{ id: '00000000-0000-4000-8000-000000000001', name: 'Chen', is_pro: false, observations: 12 }];
    const server = new VeldServer(anna).answer(listTaxonObservers, () => json({ data: { people } }));
    await renderAs(anna, <Observers taxonId={ROBIN.id} />, { server });
    const link = await screen.findByRole('link', { name: /Chen/ });
    expect([link.getAttribute('href'), within(link).getByText('12 records') !== null]).toEqual([`/profile/${people[0]!.id}`, true]);
  });

  it('says what to note of its group', async () => {
    await renderAs(freshPerson('anna'), <WhatToNote taxon={ROBIN} />);
    expect(screen.getByText('Breeding code')).toBeDefined();
    expect(screen.getByText('Egg, Juvenile, Subadult, Adult')).toBeDefined();
  });

  it('keeps a private note on the device, which can be changed, left as it is and emptied', async () => {
    const anna = freshPerson('anna');
    const note = () => speciesNote(openUserDatabase(anna.id), ROBIN.id);
    await renderAs(anna, <SpeciesNotes taxonId={ROBIN.id} />);
    const write = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a note' }));
    write('Sings at night');
    fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Sings at night')).toBeDefined();
    expect(screen.getByText('Only you can read this.')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit note' }));
    write('nothing');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await note()).toBe('Sings at night');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit note' }));
    write('a'.repeat(4001));
    expect(await screen.findByText('At most 4,000 characters.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await note()).toBe('Sings at night');
    write('');
    fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(async () => expect(await note()).toBeNull());
    expect(await screen.findByRole('button', { name: 'Add a note' })).toBeDefined();
  });

  it('says how common it is in each country, the own first', async () => {
    const anna = freshPerson('anna', { country_code: 'PL' });
    const listed = ['BE', 'DE', 'ES', 'FR', 'IT', 'NL'].map((country_code) => ({ country_code, rarity_class: 2, statuses: [] }));
    const data = [...listed, { country_code: 'PL', rarity_class: 5, statuses: [] }];
    const server = new VeldServer(anna).answer(listSpeciesCountries, () => json({ data }));
    await renderAs(anna, <SpeciesStatus taxonId={17} />, { server });
    const first = (await screen.findAllByRole('definition'))[0]!;
    expect(first.previousElementSibling!.textContent).toBe('Poland');
    expect(within(first).getByRole('img', { name: 'Rare' })).toBeDefined();
    expect(screen.getAllByRole('definition')).toHaveLength(6);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 7 countries' }));
    expect(screen.getAllByRole('definition')).toHaveLength(7);
  });

  it('is not called common because of other countries where the list of its own lacks it', async () => {
    const anna = freshPerson('anna', { country_code: 'PL' });
    const listed = vi.spyOn(search, 'isListed').mockResolvedValue(false);
    onTestFinished(() => listed.mockRestore());
    const common = { ...ROBIN, rarity_class: 1 };
    const { unmount } = await renderAs(anna, <RarityLine taxon={common} />);
    expect(await screen.findByText('Poland: not on the list of species.')).toBeDefined();
    expect(screen.queryByText('Very common')).toBeNull();
    unmount();
    listed.mockResolvedValue(true);
    await renderAs(anna, <RarityLine taxon={common} />);
    expect(await screen.findByText('Very common')).toBeDefined();
  });

  it('says where it is native, introduced, invasive, protected or on a red list, by which source, and where it died out', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const status = (change: Partial<TaxonStatus>): TaxonStatus => ({
      establishment_means: null,
      is_invasive: false,
      is_protected: false,
      threat_status: null,
      source: 'Atlas',
      ...change,
    });
    const data = [
      { country_code: 'ZA', rarity_class: 1, statuses: [status({ establishment_means: 'native' }), status({ threat_status: 'LC' })] },
      {
        country_code: 'NL',
        rarity_class: null,
        statuses: [
          status({ establishment_means: 'introduced', is_invasive: true }),
          status({ establishment_means: 'introduced', is_invasive: true, source: 'Register' }),
          status({ threat_status: 'RE', is_protected: true, source: 'Red list' }),
        ],
      },
    ];
    const server = new VeldServer(anna).answer(listSpeciesCountries, () => json({ data }));
    await renderAs(anna, <SpeciesStatus taxonId={17} />, { server });
    const said = (await screen.findAllByRole('list')).map((list) => [
      within(list)
        .getAllByRole('listitem')
        .map((chip) => chip.textContent),
      list.nextElementSibling!.textContent,
    ]);
    expect(said).toEqual([
      [['Introduced', 'Invasive'], 'Source: Atlas; Register'],
      [['Red list: regionally extinct', 'Protected'], 'Source: Red list'],
      [['Native'], 'Source: Atlas'],
      [['Red list: least concern'], 'Source: Atlas'],
    ]);
  });

  it('says everything once at the top for the country of the user, and nothing elsewhere', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const status = { establishment_means: 'introduced', is_invasive: true, is_protected: false, threat_status: null } as const;
    const data = [
      {
        country_code: 'NL',
        rarity_class: 1,
        statuses: [
          { ...status, source: 'A' },
          { ...status, is_invasive: false, source: 'B' },
        ],
      },
    ];
    const server = new VeldServer(anna).answer(listSpeciesCountries, ({ pathname }) =>
      json({ data: pathname.includes('/17/') ? data : [] }),
    );
    const both = (
      <>
        <StatusAtHome taxonId={18} />
        <StatusAtHome taxonId={17} />
      </>
    );
    await renderAs(anna, both, { server });
    expect(await screen.findByText('Netherlands')).toBeDefined();
    expect(screen.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual(['Introduced', 'Invasive']);
  });
});

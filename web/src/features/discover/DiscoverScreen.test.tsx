// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { frequencyCell, frequencyWeek, getNews, listSpecies, todayIn } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { monthName } from '../../i18n/format';
import { openUserDatabase } from '../../local/db/database';
import { lastPlace } from '../../local/device/last-place';
import { saveObservation } from '../../local/records/observations';
import { storeFrequencies } from '../../local/testing/frequencies';
import { freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { photographed } from '../species/testing/rows';
import DiscoverScreen from './DiscoverScreen';

const [SWAN, HERON, ROBIN] = [1002, 1003, 1004];
const TODAY = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
const MONTH = monthName(Number(TODAY.slice(5, 7)), 'en');
const AT = { at: '/discover?country=BE' };

const count = (taxon_id: number, lists: number) => ({
  taxon_id,
  cell: frequencyCell(50.85, 4.35),
  slot: frequencyWeek(TODAY),
  records: lists,
  lists,
  people: 1,
});

/** Somebody who saw herons last in 2020, with what Belgium reports at this time of year. */
async function withFrequencies() {
  const anna = freshPerson('anna', { country_code: 'NL' });
  const database = openUserDatabase(anna.id);
  await storeFrequencies(database, 'BE', [count(0, 40), count(HERON, 30), count(ROBIN, 21)]);
  const taxon = {
    id: HERON,
    name: 'Grey heron',
    scientific_name: 'Ardea cinerea',
    rank: 'species',
    group: 'bird',
    image_url: null,
  } as const;
  await saveObservation(database, { taxon_id: HERON, observed_on: '2020-05-01' }, [], { user: observer(anna), taxon });
  const server = new VeldServer(anna)
    .answer(listSpecies, () => json({ 'Mute swan': SWAN, 'Grey heron': HERON, Robin: ROBIN }))
    .answer(getNews, () => json({ data: { notable: [], arrivals: [] } }));
  return { anna, server };
}

const found = () =>
  within(screen.getByRole('region', { name: 'Discover' }))
    .getAllByRole('link')
    .flatMap((link) => /^\/species\/(\d+)$/.exec(link.getAttribute('href')!)?.[1] ?? []);

beforeEach(() => queryClient.clear());

describe('Discover', () => {
  it('lists what was not seen, the likeliest first, each with the reason, its months and what can be done', async () => {
    const { anna, server } = await withFrequencies();
    await renderAs(anna, <DiscoverScreen />, { ...AT, server });
    const row = (await screen.findByText(`Belgium: on 21 of 40 ${MONTH} lists`)).closest('li')!;
    expect(found()).toEqual([String(ROBIN), String(SWAN)]);
    expect(within(row).getByRole('img', { name: `Most often in ${MONTH}` })).toBeDefined();
    expect(within(row).getByRole('link', { name: 'Observe Robin' }).getAttribute('href')).toBe(`/observe?taxon=${ROBIN}`);
    expect(within(row).getByRole('link', { name: 'Robin on the map' }).getAttribute('href')).toBe(`/map?whose=everyone&taxon=${ROBIN}`);
    fireEvent.click(within(row).getByRole('button'));
    expect(await within(row).findByRole('button', { pressed: true })).toBeDefined();
  });

  it('says how far away each is reported in this month, and leads to that place on the map', async () => {
    const { anna, server } = await withFrequencies();
    await lastPlace.update(openUserDatabase(anna.id), () => ({ latitude: 52.09, longitude: 5.12, accuracy_m: 5, at: 0 }));
    await renderAs(anna, <DiscoverScreen />, { ...AT, server });
    const row = (await screen.findByText('Robin')).closest('li')!;
    expect(await within(row).findByText(/^Nearest: about 145\skm away$/)).toBeDefined();
    expect(within(row).getByRole('link', { name: 'Robin on the map' }).getAttribute('href')).toMatch(/&at=50\.\d+,4\.\d+$/);
  });

  it('lists what was not seen this year when asked, with what was seen before', async () => {
    const { anna, server } = await withFrequencies();
    await renderAs(anna, <DiscoverScreen />, { ...AT, server });
    fireEvent.click(await screen.findByRole('radio', { name: 'Not this year' }));
    expect(await screen.findByText(`Belgium: on 30 of 40 ${MONTH} lists`)).toBeDefined();
    expect(found()).toEqual([String(HERON), String(ROBIN), String(SWAN)]);
  });

  it('shows rare finds and the first of the year, and says when there are none', async () => {
    const { anna, server } = await withFrequencies();
    const taxon = {
      id: 5,
      name: 'Bluethroat',
      scientific_name: 'Luscinia svecica',
      rank: 'species',
      group: 'bird',
      image_url: null,
    } as const;
    server.answer(getNews, () => json({ data: { notable: [photographed('Chen', { taxon })], arrivals: [] } }));
    await renderAs(anna, <DiscoverScreen />, { ...AT, server });
    const rare = within(await screen.findByRole('region', { name: 'Rare finds' }));
    expect(rare.getByRole('link', { name: /Bluethroat/ })).toBeDefined();
    expect(rare.getByText('Belgium: records of rare species in the last 30 days.')).toBeDefined();
    expect(screen.getByText('No species was recorded for the first time this year in the last 14 days.')).toBeDefined();
  });

  it('keeps the species when the finds of others cannot be loaded, and tries again when asked', async () => {
    const { anna, server } = await withFrequencies();
    let isBroken = true;
    server.answer(getNews, () => (isBroken ? problem(500, 'internal') : json({ data: { notable: [], arrivals: [] } })));
    await renderAs(anna, <DiscoverScreen />, { ...AT, server });
    const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 });
    expect(found()).toEqual([String(ROBIN), String(SWAN)]);
    isBroken = false;
    fireEvent.click(retry);
    expect(await screen.findByText('No rare species were recorded here in the last 30 days.')).toBeDefined();
  });
});

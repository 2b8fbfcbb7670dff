// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import {
  getCommunityProfile,
  getFeed,
  getObservation,
  type ListedObservation,
  listObservationHistory,
  listObservations,
  ObservationDraft,
  type OwnObservation,
  recordValues,
  type TaxonSummary,
  todayIn,
  type User,
} from '@veld/contract';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import DashboardScreen from '../features/dashboard/DashboardScreen';
import FeedScreen from '../features/feed/FeedScreen';
import JourneyScreen from '../features/journeys/JourneyScreen';
import MyJourneysScreen from '../features/journeys/MyJourneysScreen';
import MapScreen from '../features/map/MapScreen';
import ObservationScreen from '../features/observations/ObservationScreen';
import { readBoard } from '../features/photo-import/board/board';
import { addToBoard, patchGroups } from '../features/photo-import/board/board-actions';
import FromPhotosScreen from '../features/photo-import/FromPhotosScreen';
import { taken } from '../features/photo-import/testing/board-photos';
import PersonScreen from '../features/profile/PersonScreen';
import ProfileScreen from '../features/profile/ProfileScreen';
import { ObserveScreen } from '../features/recording/ObserveScreen';
import SpeciesScreen from '../features/species/SpeciesScreen';
import { TallyDone } from '../features/tally/TallyDone';
import TallyScreen from '../features/tally/TallyScreen';
import { openUserDatabase } from '../local/db/database';
import { newId } from '../local/db/ids';
import { saveObservation } from '../local/records/observations';
import { emptyTally, runningTally, withNewTap } from '../local/records/tally';
import { createCopyNotifier } from '../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../local/taxonomy/database';
import { Device, remoteTaxon } from '../local/taxonomy/testing';
import { bram, freshPerson, observer } from '../local/testing/people';
import { json, VeldServer } from '../local/testing/veld-server';
import { renderAs } from '../testing/render-as';
import OutboxPage from './OutboxPage';

/* Anna recorded in Dutch and changed the language to English. The taxonomy on her device is still the Dutch one, which has English names. */

const NAMES = {
  1: { sci: 'Parus major', nl: 'Koolmees', en: 'Great tit' },
  2: { sci: 'Troglodytes troglodytes', nl: 'Winterkoning', en: 'Wren' },
  3: { sci: 'Erithacus rubecula', nl: 'Roodborst', en: 'Robin' },
} as const;
type Id = keyof typeof NAMES;
const dutch = (id: Id): TaxonSummary => {
  const { nl: name, sci: scientific_name } = NAMES[id];
  return { id, name, scientific_name, rank: 'species', group: 'bird', image_url: null };
};

const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
const announce = createCopyNotifier();
const device = new Device();

beforeAll(async () => {
  device.db = new TaxonomyDatabase();
  device.server.taxa = ([1, 2, 3] as const).map((id) => remoteTaxon(id, NAMES[id]));
  await device.tab('one', { announce }).tick();
});
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
});

let anna: User;
/** An uploaded record of a great tit, and one of a wren that is only on this device. */
let uploaded: string;
let unsent: string;
let server: VeldServer;

const place = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 10 };

/** Bram's record of a robin, as the server sent it while the app was in Dutch. */
const theirs: ListedObservation = {
  id: newId(),
  user: observer(bram),
  taxon: dutch(3),
  quality: 'needs_id',
  is_obscured: false,
  media: [],
  place: { town: { name: 'Utrecht', names: {}, country_code: 'NL' }, distance_km: 4, direction: 'NE', country_code: 'NL', sea: null },
  country_code: 'NL',
  ...recordValues({ taxon_id: 3, observed_on: '2026-05-01', ...place }),
  created_at: null,
  photo_count: 0,
};

beforeEach(async () => {
  anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const save = (id: Id, draft: object) =>
    saveObservation(database, { taxon_id: id, observed_on: today, observed_time: '08:00', ...place, ...draft }, [], {
      user: observer(anna),
      taxon: dutch(id),
    });
  uploaded = await save(1, { verbatim_name: 'koolmees' });
  await database.outbox.where('observation_id').equals(uploaded).delete();
  await database.observations.update(uploaded, { version: 2 });
  unsent = await save(2, { verbatim_name: 'wren' });
  const page = () => json({ data: [theirs], events: [], next_cursor: null });
  server = new VeldServer(anna)
    .answer(getFeed, page)
    .answer(listObservations, page)
    .answer(getObservation, () => json({ data: { ...theirs, attributes: {} } }))
    .answer(getCommunityProfile, () =>
      json({
        data: {
          id: bram.id,
          name: 'bram',
          country_code: 'BE',
          is_pro: false,
          is_listed: true,
          observations: 1,
          species: 1,
          joined: null,
          bio: '',
          languages: [],
          orcid: null,
          links: [],
          portrait_url: null,
          level: null,
          badges: null,
          shares_needs: false,
        },
      }),
    );
});

/** Shows a screen until it has these names and no Dutch one; returns those missing and the Dutch ones. */
async function wrongNames(at: string, element: ReactNode, names: readonly string[]): Promise<string[]> {
  const { container } = await renderAs(anna, element, { at, server });
  const wrong = () => {
    const text = container.textContent ?? '';
    return [...names.filter((name) => !text.includes(name)), ...(text.match(/Koolmees|Winterkoning|Roodborst/g) ?? [])];
  };
  await waitFor(() => expect(wrong()).toEqual([])).catch(() => undefined);
  return wrong();
}

describe('after the language was changed, offline', () => {
  it.each<[string, () => ReactNode]>([
    ['/profile', () => <ProfileScreen />],
    ['/my-journeys', () => <MyJourneysScreen />],
    [`/journey/${today}`, () => <JourneyScreen />],
    ['/map', () => <MapScreen />],
  ])('%s names own records, also those not uploaded', async (at, element) => {
    expect(await wrongNames(at, element(), ['Great tit', 'Wren'])).toEqual([]);
  });

  it.each<[string, () => ReactNode]>([
    ['/feed', () => <FeedScreen />],
    [`/profile/${bram.id}`, () => <PersonScreen />],
    [`/observations/${theirs.id}`, () => <ObservationScreen />],
  ])('%s names the records of others', async (at, element) => {
    expect(await wrongNames(at, element(), ['Robin'])).toEqual([]);
  });

  it('Today names the latest records and drafts', async () => {
    const draft = { id: newId(), observation_id: null, values: { taxon: dutch(3) }, photo_ids: [], updated_at: Date.now() };
    await openUserDatabase(anna.id).drafts.put(draft);
    await renderAs(anna, <DashboardScreen />);
    // The drafts come first.
    const names = () =>
      screen
        .getAllByRole('link', { name: /^(Robin|Great tit|Wren)/ })
        .map((link) => /^(Robin|Great tit|Wren)/.exec(link.textContent ?? '')?.[0]);
    await waitFor(() => expect(names()).toEqual(['Robin', 'Wren', 'Great tit']));
  });

  it('the outbox names records and both sides of a conflict', async () => {
    const database = openUserDatabase(anna.id);
    const [item] = await database.outbox.where('observation_id').equals(unsent).toArray();
    const current = { ...(item!.input.body as object), taxon_id: 3, taxon: dutch(3), verbatim_name: null, version: 2 };
    await database.outbox.update(item!.id, {
      state: 'needs_attention',
      conflict: { current: { ...current, updated_at: '2026-05-10T08:00:00Z' } as unknown as OwnObservation, clashes: ['taxon_id'] },
    });
    expect(await wrongNames('/outbox', <OutboxPage />, ['Wren, wren', 'Robin'])).toEqual([]);
  });

  it('the history names the taxa of each version', async () => {
    const save = (version: number, taxon_id: number) => ({
      version,
      saved_at: '2026-05-10T08:00:00Z',
      device_name: null,
      record: { ...ObservationDraft.parse({ taxon_id }), media: [], attributes: {} },
    });
    server.answer(listObservationHistory, () => json({ data: [save(2, 1), save(1, 3)], next_cursor: null }));
    expect(await wrongNames(`/observations/${uploaded}`, <ObservationScreen />, ['Robin → Great tit'])).toEqual([]);
  });

  it('the page of a record shows the words as recorded where they differ from its name', async () => {
    expect(await wrongNames(`/observations/${uploaded}`, <ObservationScreen />, ['Great tit', '· koolmees'])).toEqual([]);
  });

  it('the page of a record does not repeat the words as recorded', async () => {
    expect(await wrongNames(`/observations/${unsent}`, <ObservationScreen />, ['Wren'])).toEqual([]);
    expect(screen.queryByText(/· wren/)).toBeNull();
  });

  it('the form names the species of the record, the suggestions and the other drafts', async () => {
    const draft = { id: newId(), observation_id: null, values: { taxon: dutch(3) }, photo_ids: [], updated_at: Date.now() };
    await openUserDatabase(anna.id).drafts.put(draft);
    expect(await wrongNames('/observe', <ObserveScreen />, ['Great tit', 'Wren', 'Robin'])).toEqual([]);
  });

  it('the form names the species of a record being edited', async () => {
    expect(await wrongNames(`/observe?edit=${unsent}`, <ObserveScreen />, ['Wren'])).toEqual([]);
  });

  it('the tally names its tiles', async () => {
    const tally = emptyTally({ now: Date.now(), time_zone: null, source: 'none' });
    await runningTally.update(openUserDatabase(anna.id), () => withNewTap(tally, dutch(3), { now: Date.now() }));
    expect(await wrongNames('/observe/tally', <TallyScreen />, ['Robin', 'Great tit', 'Wren'])).toEqual([]);
  });

  it('the tally names what it saved', async () => {
    const saved = [
      {
        id: newId(),
        taxon: dutch(3),
        details: {},
        count: 2,
        count_max: null,
        count_type: 'exact' as const,
        at: Date.now(),
        place: null,
        taps: [],
      },
    ];
    const element = <TallyDone finished={{ saved, failed: [] }} onContinue={() => {}} />;
    expect(await wrongNames('/observe/tally', element, ['Robin'])).toEqual([]);
  });

  it('the page of a species names a record that is uncertain', async () => {
    const database = openUserDatabase(anna.id);
    await database.observations.update(uploaded, { uncertain: true });
    await renderAs(anna, <SpeciesScreen />, { at: '/species/1' });
    await waitFor(() => expect(screen.getByRole('link', { name: /Great tit/ }).getAttribute('href')).toBe(`/observations/${uploaded}`));
  });

  it('the photo board names its records', async () => {
    const database = openUserDatabase(anna.id);
    await addToBoard(database, await taken('07:42:00', [52.5, 4.75]), 60, { geoprivacy: 'open', license: 'CC-BY-4.0' });
    await patchGroups(
      database,
      (await readBoard(database)).groups.map(({ id }) => id),
      { taxon: dutch(3) },
    );
    expect(await wrongNames('/observe/photos', <FromPhotosScreen />, ['Robin'])).toEqual([]);
  });
});

import { ObservationDraft } from '@veld/contract';
import { createInstance, type TFunction } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import common from '../../../i18n/en/common.json';
import settings from '../../../i18n/en/settings.json';
import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import type { LocalPhoto } from '../../../local/db/rows';
import { unzip } from '../../../local/outbox/files/zip';
import { saveDraft } from '../../../local/records/drafts';
import { saveSpeciesNote, setWanted } from '../../../local/changes/species';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import { addJourney, deleteJourney, NO_EFFORT, setPaused, startJourney } from '../../../local/records/journeys/journeys';
import { deleteObservation, ownObservations, saveObservation } from '../../../local/records/observations';
import { declare } from '../../../local/records/photos';
import { appendPoints } from '../../../local/records/journeys/point-log';
import { RealBlob } from '../../../local/testing/bytes';
import { journeyStart, trackPoints } from '../../../local/testing/journeys';
import { anna, freshDatabase, observer, photo } from '../../../local/testing/people';
import { recordRows } from '../../observations/workbench/record-csv';
import { formatCsv } from '../../../device/csv';
import { type ArchiveSource, writeArchive } from './archive';
import type { ArchivePart } from './archive-parts';

beforeEach(() => vi.stubGlobal('Blob', RealBlob));
afterEach(() => vi.unstubAllGlobals());

const LIMITS = { entries: 1000, entryBytes: 1e9, totalBytes: 1e9 };
const user = observer(anna);
const gone = () => Promise.reject(new Error('offline'));

/** A file in memory. */
class MemoryPart implements ArchivePart {
  readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly limit: number;
  state: 'open' | 'finished' | 'discarded' = 'open';
  /** The most bytes given at once. */
  largest = 0;
  constructor(limit = 1e9) {
    this.limit = limit;
  }
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.pieces.push(bytes.slice());
    this.largest = Math.max(this.largest, bytes.length);
    return Promise.resolve();
  }
  finish(): Promise<void> {
    this.state = 'finished';
    return Promise.resolve();
  }
  discard(): Promise<void> {
    this.state = 'discarded';
    return Promise.resolve();
  }
  files = async () => unzip(new Blob(this.pieces), LIMITS);
}

async function sourceOf(database: UserDatabase, more: Partial<ArchiveSource> = {}): Promise<ArchiveSource> {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources: { en: { settings, common } }, defaultNS: 'settings', interpolation: { escapeValue: false } });
  return {
    database,
    user: anna,
    language: 'en',
    t: i18n.getFixedT('en', ['settings', 'common']) as TFunction<['settings', 'common']>,
    taxonNames: (id) => Promise.resolve(id === 17 ? { name: 'European robin', scientific: 'Erithacus rubecula' } : null),
    fetchPhoto: gone,
    fetchPeople: gone,
    fetchMessages: gone,
    fetchPlacePhotos: gone,
    deviceSettings: { text: 130 },
    ...more,
  };
}

function writing(limit?: number) {
  const parts: MemoryPart[] = [];
  const stop = new AbortController();
  const onProgress = vi.fn<(progress: { done: number; total: number; bytes: number }) => void>();
  const openPart = () => {
    parts.push(new MemoryPart(limit));
    return parts.at(-1)!;
  };
  return { parts, stop, onProgress, options: { openPart, signal: stop.signal, onProgress } };
}

const text = async (files: Map<string, Blob>, name: string) => new TextDecoder().decode(await files.get(name)!.arrayBuffer());
const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
/** The rows of a file by column. */
function tableOf(content: string, separator: string): Record<string, string>[] {
  const [head = '', ...rows] = content.replace('\u{FEFF}', '').trimEnd().split(/\r?\n/);
  const columns = head.split(separator);
  return rows.map((row) => Object.fromEntries(row.split(separator).map((value, index) => [columns[index]!, value])));
}

async function save(database: UserDatabase, values: object, photos: LocalPhoto[] = []): Promise<string> {
  const draft = ObservationDraft.parse({ ...values, media: photos.map((one, order) => declare(one, order)) });
  return saveObservation(database, draft, photos, { user });
}

describe('the export of everything', () => {
  it('has every record with its exact place, in the table and in Darwin Core, and none that is deleted', async () => {
    const database = freshDatabase();
    for (let index = 0; index < 450; index++)
      await save(database, {
        taxon_id: 17,
        observed_on: `2026-05-${String((index % 28) + 1).padStart(2, '0')}`,
        latitude: 52 + index / 1000,
        longitude: -5.123_45,
        geoprivacy: 'private',
        notes: index % 2 ? `note ${index}` : null,
        private_notes: 'nest',
      });
    await save(database, { taxon_id: 18 });
    const deleted = await save(database, { taxon_id: 19, observed_on: '2026-05-01' });
    await deleteObservation(database, deleted);
    // As a record of the server is stored while its deletion waits.
    const waiting = await save(database, { taxon_id: 20, observed_on: '2026-05-01' });
    await database.observations.update(waiting, { deleted: 1 });
    const damaged = await save(database, { taxon_id: 21, observed_on: '2026-05-01' });
    await database.observations.update(damaged, { media: 'junk' as unknown as [] });
    const { parts, options } = writing();
    const report = await writeArchive(await sourceOf(database), options);
    const files = await parts[0]!.files();
    const own = await ownObservations(database);
    expect(own).toHaveLength(451);
    expect(report).toEqual({ records: 451, photos: 0, missing: 0, files: 1 });

    const lines = (await text(files, 'records.csv')).replace('\u{FEFF}', '').trimEnd().split('\r\n');
    const expected = formatCsv(recordRows(own, 'en')).trimEnd().split('\r\n');
    expect(lines[0]).toBe(expected[0]);
    expect(lines.slice(1).toSorted()).toEqual(expected.slice(1).toSorted());

    for (const name of ['people.csv', 'messages.csv']) expect(files.has(name), 'without a connection').toBe(false);
    expect(JSON.parse(await text(files, 'unreadable-records.json'))).toMatchObject([{ id: damaged, media: 'junk' }]);
    const rows = tableOf(await text(files, 'darwin-core/occurrence.txt'), '\t');
    const byId = new Map(rows.map((row) => [row.occurrenceID, row]));
    // The tick is no occurrence.
    expect(byId.size).toBe(450);
    for (const record of own.filter(({ taxon_id }) => taxon_id === 17))
      expect(byId.get(`urn:uuid:${record.id}`)).toMatchObject({
        eventDate: record.observed_on,
        decimalLatitude: String(record.latitude),
        decimalLongitude: '-5.12345',
        occurrenceRemarks: record.notes ?? '',
        dynamicProperties: '{"geoprivacy":"private","private_notes":"nest"}',
      });
    const meta = await text(files, 'darwin-core/meta.xml');
    const columns = [...meta.matchAll(/term="[^"]*\/(\w+)"/g)].map(([, term]) => term).slice(0);
    expect(columns).toEqual(Object.keys(rows[0]!));
  });

  it('has the photos of this device and of the server byte for byte, and names the missing ones', async () => {
    const database = freshDatabase();
    const [here, server, lost] = [await photo(2_500_000, 1), await photo(700, 2), await photo(800, 3)];
    const id = await save(database, { taxon_id: 17, observed_on: '2026-05-10' }, [here, server, lost]);
    await database.photos.bulkDelete([server.id, lost.id]);
    const fetchPhoto = (wanted: string) => (wanted === server.id ? Promise.resolve(server.blob) : gone());
    const { parts, options, onProgress } = writing();
    const report = await writeArchive(await sourceOf(database, { fetchPhoto }), options);
    expect(report).toEqual({ records: 1, photos: 2, missing: 1, files: 1 });
    const files = await parts[0]!.files();
    expect(await bytes(files.get(`photos/${here.id}.jpg`)!)).toEqual(await bytes(here.blob));
    expect(await bytes(files.get(`photos/${server.id}.jpg`)!)).toEqual(await bytes(server.blob));
    expect(files.has(`photos/${lost.id}.jpg`)).toBe(false);
    expect(
      tableOf(await text(files, 'photos.csv'), ',').map(({ photo: of, occurrenceID, state, file }) => [of, occurrenceID, state, file]),
    ).toEqual([
      [here.id, id, 'included', `photos/${here.id}.jpg`],
      [server.id, id, 'included', `photos/${server.id}.jpg`],
      [lost.id, id, 'missing', ''],
    ]);
    // Piece by piece: no write is near the size of the photo.
    expect(parts[0]!.largest).toBeLessThan(1_100_000);
    expect(onProgress.mock.lastCall![0]).toMatchObject({ done: 3, total: 3 });
  });

  it('has places, notes, wanted species, drafts and preferences, and explains each file', async () => {
    const database = freshDatabase();
    const place = {
      id: newId(),
      name: 'Garden & pond',
      kind: 'home',
      latitude: 52.1,
      longitude: 5.2,
      uncertainty_m: 10,
      notes: 'key below the pot',
    };
    const opened = { id: newId(), kind: 'patch' as const, text: '' };
    await changeSavedPlaces(database, () => [
      { ...place, kind: 'home', geoprivacy: 'private', is_private_zone: true, open_to_all: opened },
    ]);
    await saveSpeciesNote(database, 17, 'sings at "night", twice');
    await setWanted(database, 17, true);
    await setWanted(database, 99, true);
    await saveDraft(database, { id: 'd', observation_id: null, values: { notes: 'half' }, photo_ids: [], updated_at: 1 });
    const { parts, options } = writing();
    const bram = { id: newId(), name: 'Bram', is_pro: false };
    const fetchPeople = () => Promise.resolve([{ kind: 'block' as const, user: bram, created_at: '2026-03-01T10:00:00Z' }]);
    const written = { to: bram, writtenAt: '2026-03-02T10:00:00Z', text: 'Hello Bram', recordId: null };
    const fetchMessages = () => Promise.resolve([written]);
    const photo = {
      id: newId(),
      url: '',
      large_url: '',
      width: 2,
      height: 1,
      caption: 'The reeds',
      license: 'CC-BY-4.0' as const,
      creator: anna.name,
    };
    const lost = { ...photo, id: newId(), caption: 'The dike', license: null };
    const fetchPlacePhotos = vi.fn<ArchiveSource['fetchPlacePhotos']>((_ids, _signal) =>
      Promise.resolve([
        { ...photo, place: 'Fen', fetchPicture: () => Promise.resolve(new Blob([new Uint8Array([1, 2, 3])])) },
        { ...lost, place: 'Fen', fetchPicture: gone },
      ]),
    );
    await writeArchive(await sourceOf(database, { fetchPeople, fetchMessages, fetchPlacePhotos }), options);
    const files = await parts[0]!.files();
    expect(fetchPlacePhotos.mock.calls.map(([ids]) => ids)).toEqual([[opened.id]]);
    expect(await bytes(files.get(`place-photos/${photo.id}.webp`)!)).toEqual(new Uint8Array([1, 2, 3]));
    expect(tableOf(await text(files, 'place-photos.csv'), ',')).toEqual([
      { place: 'Fen', file: `place-photos/${photo.id}.webp`, state: 'included', caption: 'The reeds', license: 'CC-BY-4.0', id: photo.id },
      { place: 'Fen', file: '', state: 'missing', caption: 'The dike', license: '', id: lost.id },
    ]);
    expect(tableOf(await text(files, 'people.csv'), ',')).toEqual([
      { relation: 'block', name: 'Bram', id: bram.id, since: '2026-03-01T10:00:00Z' },
    ]);
    expect(tableOf(await text(files, 'messages.csv'), ',')).toEqual([
      { to: 'Bram', id: bram.id, written: written.writtenAt, text: written.text, record: '' },
    ]);
    expect(JSON.parse(await text(files, 'places.geojson'))).toMatchObject({
      features: [
        { properties: { name: 'Garden & pond', is_private_zone: true, geoprivacy: 'private' }, geometry: { coordinates: [5.2, 52.1] } },
      ],
    });
    expect(await text(files, 'places.gpx')).toContain('<name>Garden &amp; pond</name>');
    expect(await text(files, 'species-notes.csv')).toContain('17,Erithacus rubecula,European robin,"sings at ""night"", twice"');
    expect(tableOf(await text(files, 'wanted.csv'), ',').map(({ taxonID, scientificName }) => [taxonID, scientificName])).toEqual([
      ['99', ''],
      ['17', 'Erithacus rubecula'],
    ]);
    expect(JSON.parse(await text(files, 'drafts.json'))).toMatchObject([{ values: { notes: 'half' } }]);
    expect(JSON.parse(await text(files, 'preferences.json'))).toMatchObject({
      account: { id: anna.id, email: anna.email },
      preferences: { units: 'metric' },
      device: { text: 130 },
    });
    const readme = await text(files, 'README.txt');
    for (const name of files.keys()) {
      const mentioned = name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : name;
      if (name !== 'README.txt') expect(readme).toContain(mentioned);
    }
  });

  it('has every journey with its effort, pauses, records and all of its points, and each track as GPX', async () => {
    const database = freshDatabase();
    const start = Date.parse('2026-05-10T08:00:00Z');
    const points = [...trackPoints(250), ...trackPoints(2, 250).map((point) => ({ ...point, segment: 1, elevation_m: 12 }))];
    const effort = { ...NO_EFFORT, distance_m: 4200, observers: 3 };
    const weather = { temperature_c: 12, wind_force: 3, wind_direction: 'SW' as const, cloud_cover: 6, precipitation: null, source: null };
    const complete = [{ group: 'bird' as const, is_complete: true }];
    const walk = newId();
    const content = {
      ...journeyStart({ name: 'Dunes & hill', target_groups: ['bird'] }),
      started_at: new Date(start).toISOString(),
      ended_at: new Date(start + 7_200_000).toISOString(),
      complete_groups: complete,
      effort,
      weather,
      sharing: 'none' as const,
      notes: 'fog',
      trim: { from_seq: 10, to_seq: 251 },
    };
    await addJourney(database, walk, content, points, start);
    const record = await save(database, { taxon_id: 17, observed_on: '2026-05-10', journey_id: walk });
    const gone = newId();
    await addJourney(database, gone, { ...content, name: 'Gone' }, points, start);
    await deleteJourney(database, gone, start);
    const running = await startJourney(database, journeyStart({ name: 'Now' }), start + 86_400_000);
    await setPaused(database, running, true, start + 86_410_000);
    await setPaused(database, running, false, start + 86_500_000);
    await appendPoints(database, running, trackPoints(3));

    const { parts, options } = writing();
    await writeArchive(await sourceOf(database), options);
    const files = await parts[0]!.files();
    const all = JSON.parse(await text(files, 'journeys.json')) as { point_columns: string[]; journeys: Record<string, unknown>[] };
    expect(all.journeys.map(({ name }) => name)).toEqual(['Now', 'Dunes & hill']);
    expect(all.journeys[0]).toMatchObject({ ended_at: null, paused_s: 90, is_complete: true });
    expect(all.journeys[1]).toMatchObject({
      id: walk,
      effort,
      weather,
      complete_groups: complete,
      notes: 'fog',
      trim: content.trim,
      records: [record],
    });
    const rows = all.journeys[1]!.points as unknown[][];
    const read = rows.map((row) => Object.fromEntries(row.map((value, index) => [all.point_columns[index]!, value])));
    expect(read.map(({ time_utc, ...rest }) => ({ ...rest, t: Date.parse(String(time_utc)) }))).toEqual(points);

    const [occurrence] = tableOf(await text(files, 'darwin-core/occurrence.txt'), '\t');
    expect(occurrence).toMatchObject({
      eventID: `urn:uuid:${walk}`,
      eventRemarks: 'Weather: 12 °C, wind force 3 Bft, wind from SW, cloud cover 6/8',
    });

    const tracks = [...files.keys()].filter((name) => name.startsWith('journeys/'));
    expect(tracks).toEqual([`journeys/2026-05-11 Now ${running.slice(0, 8)}.gpx`, all.journeys[1]!.file]);
    const gpx = await text(files, tracks[1]!);
    expect(
      gpx
        .split('<trkseg>')
        .slice(1)
        .map((part) => part.match(/<trkpt/g)?.length),
    ).toEqual([250, 2]);
    expect([...gpx.matchAll(/lat="([^"]*)"/g)].map(([, value]) => Number(value))).toEqual(points.map(({ latitude }) => latitude));
  });

  it('goes on in another file when one is full, and each is a zip of its own', async () => {
    const database = freshDatabase();
    const photos = [await photo(40_000, 1), await photo(40_000, 2), await photo(40_000, 3)];
    await save(database, { taxon_id: 17, observed_on: '2026-05-10' }, photos);
    const { parts, options } = writing(50_000);
    expect((await writeArchive(await sourceOf(database), options)).files).toBe(3);
    expect(parts.map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
    const names = (await Promise.all(parts.map((part) => part.files()))).flatMap((files) => [...files.keys()]);
    expect(names.filter((name) => name.startsWith('photos/')).toSorted()).toEqual(photos.map(({ id }) => `photos/${id}.jpg`).toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  it('can be cancelled, and leaves no half-written file', async () => {
    const database = freshDatabase();
    const photos = [await photo(3000, 1), await photo(3000, 2)];
    await save(database, { taxon_id: 17, observed_on: '2026-05-10' }, photos);
    const { parts, stop, options, onProgress } = writing();
    onProgress.mockImplementation(({ done }) => void (done === 1 && stop.abort()));
    await expect(writeArchive(await sourceOf(database), options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(parts.map(({ state }) => state)).toEqual(['discarded']);
  });
});

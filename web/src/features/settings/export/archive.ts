import {
  type JourneyWeather,
  type Language,
  OKTAS,
  type Relation,
  type TrackPoint,
  type User,
  WEATHER_FIELDS,
  type WeatherValues,
} from '@veld/contract';
import type { TFunction } from 'i18next';
import { type CsvCell, formatCsv } from '../../../device/csv';
import { safeFileName } from '../../../device/files';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalJourney, LocalMedia, LocalObservation } from '../../../local/db/rows';
import { formatPhotoPath } from '../../../local/outbox/files/export';
import { allDrafts, ownRecords, storedPhoto } from '../../../local/outbox/files/own-archive';
import { encodeTexts, readPieces, ZipWriter } from '../../../local/outbox/files/zip-writer';
import { ownJourneys, recordsOfJourney } from '../../../local/records/journeys/journeys';
import { savedPlaces } from '../../../local/changes/saved-places';
import { savedViews } from '../../../local/changes/saved-views';
import { speciesNoteList, wantedTaxonIds } from '../../../local/changes/species';
import { pickContent } from '../../../local/records/journeys/merge';
import { readTrack } from '../../../local/records/journeys/point-log';
import { formatPlaceWords } from '../../../shared/records/record-labels';
import { splitSegments } from '../../journeys/formats/track-points';
import { writeGpx } from '../../journeys/formats/write-gpx';
import type { WrittenMessage } from '../../messages/data';
import type { OwnPlacePhoto } from '../../places/data';
import { recordRows } from '../../observations/workbench/record-csv';
import { placesFile } from '../../saved-places/share/place-files';
import type { ArchivePart } from './archive-parts';
import { metaXml, OCCURRENCE_HEAD, occurrenceLine } from './darwin-core';

/** The files of the export, in the order in which README.txt explains them. */
const FILES = {
  'records.csv': 'settings:data.readme.records',
  'darwin-core/': 'settings:data.readme.darwin_core',
  'photos/': 'settings:data.readme.photos',
  'photos.csv': 'settings:data.readme.photo_list',
  'places.geojson, places.gpx': 'settings:data.readme.places',
  'place-photos/, place-photos.csv': 'settings:data.readme.place_photos',
  'species-notes.csv': 'settings:data.readme.notes',
  'wanted.csv': 'settings:data.readme.wanted',
  'saved-views.csv': 'settings:data.readme.views',
  'people.csv': 'settings:data.readme.people',
  'messages.csv': 'settings:data.readme.messages',
  'journeys.json, journeys/': 'settings:data.readme.journeys',
  'drafts.json': 'settings:data.readme.drafts',
  'preferences.json': 'settings:data.readme.preferences',
} as const;

/** The columns of the points in journeys.json. A new `segment` begins after each pause and each gap. */
const POINT_COLUMNS = ['seq', 'segment', 'time_utc', 'latitude', 'longitude', 'elevation_m', 'accuracy_m', 'speed_mps', 'source'] as const;

export interface Progress {
  /** Photos written or found missing, and all of them. */
  done: number;
  total: number;
  /** Bytes of the files so far. */
  bytes: number;
}

export interface ArchiveSource {
  database: UserDatabase;
  user: User;
  language: Language;
  t: TFunction<['settings', 'common']>;
  /** The names of a taxon; null if the device does not know it. */
  taxonNames: (id: number) => Promise<{ name: string; scientific: string } | null>;
  /** The original of a photo that is not on this device; throws if it cannot be had. */
  fetchPhoto: (id: string, signal: AbortSignal) => Promise<Blob>;
  /** The people that the person follows, has muted or has blocked; throws if the server cannot be reached. */
  fetchPeople: (signal: AbortSignal) => Promise<readonly Relation[]>;
  /** What the person wrote to others; throws if the server cannot be reached. */
  fetchMessages: (signal: AbortSignal) => Promise<readonly WrittenMessage[]>;
  /** The photos of public places by the ids of their pages; throws if the server cannot be reached. */
  fetchPlacePhotos: (ids: readonly string[], signal: AbortSignal) => Promise<readonly OwnPlacePhoto[]>;
  /** What this device has of its own, such as the size of text. */
  deviceSettings: object;
}

interface Writing {
  /** Begins the next file; `number` counts from 1. */
  openPart: (number: number) => ArchivePart;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export interface ArchiveReport {
  records: number;
  photos: number;
  /** Photos that are not in the archive. */
  missing: number;
  files: number;
}

/** More entries than this begin another file: a zip has at most 65,535. */
const MAX_ENTRIES = 60_000;
/** The byte order mark without which spreadsheets misread letters beyond ASCII. */
const MARK = '\u{FEFF}';

/**
 * Writes everything that the person owns into zip files, and reads it from this device; only photos that are not on it come from the
 * server. Records and photos are read one after another, so that their number does not matter. Rejects with the signal's reason when
 * cancelled; the file is then discarded.
 */
export async function writeArchive(source: ArchiveSource, writing: Writing): Promise<ArchiveReport> {
  const archive = new Archive(writing);
  try {
    const { records, media } = await writeRecords(source, archive);
    await writeJourneys(source, archive);
    await writeLists(source, archive);
    await writePeople(source, archive);
    await writeMessages(source, archive);
    await writePlacePhotos(source, archive);
    const missing = await writePhotos(source, archive, media);
    await archive.finish();
    return { records, photos: media.length - missing, missing, files: archive.files };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** One or more zip files, of which one is being written. */
class Archive {
  readonly #writing: Writing;
  #part: ArchivePart;
  #zip: ZipWriter;
  #written = 0;
  files = 1;

  constructor(writing: Writing) {
    this.#writing = writing;
    this.#part = writing.openPart(1);
    this.#zip = new ZipWriter(this.#part);
  }

  get signal(): AbortSignal {
    return this.#writing.signal;
  }

  addText(name: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    return this.#add(name, encodeTexts(texts), true);
  }

  /** A text that need not be in the first file. */
  async addTrack(name: string, text: string): Promise<void> {
    await this.#makeRoom(text.length);
    await this.addText(name, [text]);
  }

  /** A photo; one that no longer fits into the file goes into the next. */
  async addPhoto(name: string, blob: Blob): Promise<void> {
    await this.#makeRoom(blob.size);
    await this.#add(name, readPieces(blob), false);
  }

  report(done: number, total: number): void {
    this.#writing.onProgress({ done, total, bytes: this.#written + this.#zip.bytes });
  }

  async finish(): Promise<void> {
    await this.#zip.end();
    await this.#part.finish();
  }

  async discard(): Promise<void> {
    await this.#part.discard().catch(() => undefined);
  }

  async #add(name: string, pieces: AsyncIterable<Uint8Array>, isText: boolean): Promise<void> {
    await this.#zip.add(name, untilAborted(pieces, this.signal), { isText });
  }

  async #makeRoom(size: number): Promise<void> {
    if (this.#zip.bytes + size > this.#part.limit || this.#zip.entries >= MAX_ENTRIES) await this.#next();
  }

  async #next(): Promise<void> {
    await this.finish();
    this.#written += this.#zip.bytes;
    this.#part = this.#writing.openPart(++this.files);
    this.#zip = new ZipWriter(this.#part);
  }
}

async function* untilAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  for await (const piece of pieces) {
    yield piece;
    signal.throwIfAborted();
  }
}

interface OwnPhoto {
  media: LocalMedia;
  recordId: string;
}

/** records.csv and the Darwin Core files. Returns the photos of all records. */
async function writeRecords(source: ArchiveSource, archive: Archive): Promise<{ records: number; media: OwnPhoto[] }> {
  const { database, user, language, t } = source;
  await archive.addText('README.txt', [readme(t, user)]);
  const media: OwnPhoto[] = [];
  const damaged: unknown[] = [];
  let records = 0;
  const [head] = recordRows([], language);
  await archive.addText(
    'records.csv',
    (async function* () {
      yield MARK + formatCsv([head!]);
      for await (const batch of ownRecords(database, (row) => damaged.push(row))) {
        records += batch.length;
        for (const record of batch) for (const photo of record.media) media.push({ media: photo, recordId: record.id });
        yield formatCsv(recordRows(batch, language).slice(1));
      }
    })(),
  );
  const files = new Map(media.map(({ media: photo }) => [photo.id, `../${formatPhotoPath(photo)}`]));
  const journeys = await ownJourneys(database);
  const facts = {
    journeys: new Map(journeys.map(({ id, weather }) => [id, weather ? weatherRemarks(weather) : null])),
    locality: (record: LocalObservation) => formatPlaceWords(record, language),
    observer: user.name,
    fileOf: (id: string) => files.get(id) ?? null,
  };
  await archive.addText(
    'darwin-core/occurrence.txt',
    (async function* () {
      yield OCCURRENCE_HEAD;
      for await (const batch of ownRecords(database, () => undefined))
        yield batch.map((record) => occurrenceLine(record, facts) ?? '').join('');
    })(),
  );
  await archive.addText('darwin-core/meta.xml', [metaXml()]);
  if (damaged.length > 0) await archive.addText('unreadable-records.json', [json(damaged)]);
  return { records, media };
}

/** journeys.json, and each track as GPX. */
async function writeJourneys({ database }: ArchiveSource, archive: Archive): Promise<void> {
  await archive.addText('journeys.json', journeysJson(database));
  for (const { name, gpx } of await trackFiles(database)) {
    const text = await gpx();
    if (text !== null) await archive.addTrack(name, text);
  }
}

/** Saved places, notes, wanted species, saved views, drafts and preferences. */
async function writeLists(source: ArchiveSource, archive: Archive): Promise<void> {
  const { database, user, deviceSettings, taxonNames } = source;
  const places = await savedPlaces(database);
  for (const format of ['geojson', 'gpx'] as const)
    await archive.addText(`places.${format}`, [await placesFile(places, format, 'places', { isOwn: true }).blob.text()]);
  const named = async (id: number): Promise<CsvCell[]> => {
    const names = await taxonNames(id);
    return [id, names?.scientific, names && names.name !== names.scientific ? names.name : null];
  };
  const head = ['taxonID', 'scientificName', 'vernacularName'];
  const notes = await speciesNoteList.setting.read(database);
  const noteRows = await Promise.all(notes.map(async ({ taxon_id, text }) => [...(await named(taxon_id)), text]));
  await archive.addText('species-notes.csv', [MARK, formatCsv([[...head, 'notes'], ...noteRows])]);
  const wanted = await Promise.all((await wantedTaxonIds.read(database)).map(named));
  await archive.addText('wanted.csv', [MARK, formatCsv([head, ...wanted])]);
  const views = (await savedViews(database)).map(({ id, name, screen, query }) => [name, `/${screen}?${query}`, id]);
  await archive.addText('saved-views.csv', [MARK, formatCsv([['name', 'address', 'id'], ...views])]);
  const drafts = await allDrafts(database);
  if (drafts.length > 0) await archive.addText('drafts.json', [json(drafts)]);
  const { id, name, email, country_code, created_at, preferences } = user;
  const account = { id, name, email, country_code, created_at };
  await archive.addText('preferences.json', [json({ account, preferences, device: deviceSettings })]);
}

/** people.csv; there is none without a connection, because the device does not keep it. */
async function writePeople({ fetchPeople }: ArchiveSource, archive: Archive): Promise<void> {
  const people = await fetchPeople(archive.signal).catch(() => null);
  archive.signal.throwIfAborted();
  if (!people) return;
  const rows = people.map(({ kind, user, created_at }) => [kind, user.name, user.id, created_at]);
  await archive.addText('people.csv', [MARK, formatCsv([['relation', 'name', 'id', 'since'], ...rows])]);
}

/** messages.csv, with what the person wrote alone; there is none without a connection, as of people. */
async function writeMessages({ fetchMessages }: ArchiveSource, archive: Archive): Promise<void> {
  const messages = await fetchMessages(archive.signal).catch(() => null);
  archive.signal.throwIfAborted();
  if (!messages || messages.length === 0) return;
  const rows = messages.map(({ to, writtenAt, text, recordId }) => [to.name, to.id, writtenAt, text, recordId]);
  await archive.addText('messages.csv', [MARK, formatCsv([['to', 'id', 'written', 'text', 'record'], ...rows])]);
}

/** The photos of the person's public places, and place-photos.csv; there is none without a connection, as of people. */
async function writePlacePhotos({ database, fetchPlacePhotos }: ArchiveSource, archive: Archive): Promise<void> {
  const ids = (await savedPlaces(database)).flatMap(({ open_to_all: page }) => page?.id ?? []);
  if (ids.length === 0) return;
  const photos = await fetchPlacePhotos(ids, archive.signal).catch(() => []);
  const rows: CsvCell[][] = [];
  for (const { id, place, caption, license, fetchPicture } of photos) {
    const picture = await fetchPicture().catch(() => null);
    const file = `place-photos/${id}.webp`;
    if (picture) await archive.addPhoto(file, picture);
    rows.push([place, picture ? file : null, picture ? 'included' : 'missing', caption, license, id]);
  }
  archive.signal.throwIfAborted();
  if (rows.length > 0)
    await archive.addText('place-photos.csv', [MARK, formatCsv([['place', 'file', 'state', 'caption', 'license', 'id'], ...rows])]);
}

/** The photos, and photos.csv, which says which of them is whose and which are missing. Returns how many are. */
async function writePhotos(source: ArchiveSource, archive: Archive, photos: readonly OwnPhoto[]): Promise<number> {
  const rows: CsvCell[][] = [['photo', 'occurrenceID', 'file', 'state', 'type', 'width', 'height', 'caption', 'license', 'sha256']];
  let missing = 0;
  for (const [index, { media, recordId }] of photos.entries()) {
    archive.report(index, photos.length);
    const file = formatPhotoPath(media);
    const blob = await originalOf(source, media.id, archive.signal);
    if (blob) await archive.addPhoto(file, blob);
    else missing++;
    const { id, type, width, height, caption, license, sha256 } = media;
    rows.push([id, recordId, blob ? file : null, blob ? 'included' : 'missing', type, width, height, caption, license, sha256]);
  }
  archive.report(photos.length, photos.length);
  await archive.addText('photos.csv', [MARK, formatCsv(rows)]);
  return missing;
}

async function originalOf({ database, fetchPhoto }: ArchiveSource, id: string, signal: AbortSignal): Promise<Blob | null> {
  const stored = await storedPhoto(database, id);
  if (stored) return stored.blob;
  try {
    return await fetchPhoto(id, signal);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** What each file of the export is, in the person's language. */
function readme(t: TFunction<['settings', 'common']>, user: User, now = new Date()): string {
  const lines = Object.entries(FILES).map(([file, explanation]) => `${file}\n  ${t(explanation)}\n`);
  const head = `${t('settings:data.readme.title', { name: user.name })}\n${now.toISOString().slice(0, 10)}\n`;
  return `${head}\n${t('settings:data.readme.exact')}\n\n${lines.join('\n')}`.replaceAll('\n', '\r\n');
}

/** Weather for eventRemarks: in English, as the other values of Darwin Core, with what a weather service gave after what was observed. */
export function weatherRemarks(weather: JourneyWeather): string | null {
  const { source } = weather;
  const words = wordsOf(weather);
  const of = (isGiven: boolean) =>
    WEATHER_FIELDS.filter((field) => (source?.fields.includes(field) ?? false) === isGiven)
      .flatMap((field) => words[field] ?? [])
      .join(', ');
  const [observed, given] = [of(false), of(true)];
  const parts = [observed, given && `${given} (${source?.name}, ${source?.time})`].filter(Boolean);
  return parts.length > 0 ? `Weather: ${parts.join('; ')}` : null;
}

function wordsOf(weather: WeatherValues): Record<keyof WeatherValues, string | null> {
  const { temperature_c, wind_force, wind_direction, cloud_cover, precipitation } = weather;
  return {
    temperature_c: temperature_c === null ? null : `${temperature_c} °C`,
    wind_force: wind_force === null ? null : `wind force ${wind_force} Bft`,
    wind_direction: wind_direction && `wind from ${wind_direction}`,
    cloud_cover: cloud_cover === null ? null : `cloud cover ${cloud_cover}/${OKTAS}`,
    precipitation: precipitation === 'none' ? 'no precipitation' : precipitation,
  };
}

/** The points of a journey as rows, so that a day of them stays small. */
function pointRow({ t, ...point }: TrackPoint): unknown[] {
  const values = { ...point, time_utc: t === null ? null : new Date(t).toISOString() };
  return POINT_COLUMNS.map((name) => values[name]);
}

/** Where the track of a journey is in the archive. */
function trackPath({ id, name, started_at }: LocalJourney): string {
  return `journeys/${started_at.slice(0, 10)} ${safeFileName(name)} ${id.slice(0, 8)}.gpx`;
}

/** journeys.json: everything about each journey, with all points of its track, those that are trimmed away included; one after another. */
async function* journeysJson(database: UserDatabase): AsyncGenerator<string> {
  yield `{"point_columns":${JSON.stringify(POINT_COLUMNS)},"journeys":[`;
  for (const [at, journey] of (await ownJourneys(database)).entries()) {
    const track = await readTrack(database, journey.id);
    const records = await recordsOfJourney(database, journey.id);
    const facts = {
      id: journey.id,
      ...pickContent(journey),
      paused_s: Math.round(journey.paused_ms / 1000),
      records: records.map(({ id }) => id),
      file: track.length > 0 ? trackPath(journey) : null,
      // Where a journey was made elsewhere, its points come later than the journey itself.
      is_complete: track.length >= journey.server_points,
    };
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(facts).slice(0, -1)},"points":[`;
    for (const [number, point] of track.entries()) yield `${number === 0 ? '' : ','}${JSON.stringify(pointRow(point))}`;
    yield ']}';
  }
  yield '\n]}\n';
}

/** The journeys with a track, each as a GPX file: its name and what makes its text. */
async function trackFiles(database: UserDatabase): Promise<{ name: string; gpx: () => Promise<string | null> }[]> {
  const gpx = async (journey: LocalJourney) => {
    const track = await readTrack(database, journey.id);
    const { name, notes, started_at: startedAt } = journey;
    return track.length > 0 ? writeGpx({ name, notes, startedAt, segments: splitSegments(track), records: [] }) : null;
  };
  return (await ownJourneys(database)).map((journey) => ({ name: trackPath(journey), gpx: () => gpx(journey) }));
}

import { MAX_MEDIA_BYTES, ObservationWrite } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { storeItem } from './enqueue';
import { EXPORT_FORMAT, photoFileOf } from './export';
import { sha256Of } from '../db/ids';
import { OUTBOX_ROUTES } from './operations';
import { type Observer, savedRow } from '../records/record-shape';
import { HELD, type LocalDraft, type LocalPhoto, type OutboxItem } from '../db/rows';
import { afterEnqueue, itemsOf } from '../records/save-observation';
import { unzip, ZipDamaged } from './zip';

/** Why something of an export was not taken in; it stays in the file. */
export interface ImportProblem {
  reason: 'not_an_export' | 'other_person' | 'damaged' | 'photo_missing' | 'changed_here';
  /** The file or the record it is about. */
  about: string;
}

export interface ImportResult {
  records: number;
  drafts: number;
  photos: number;
  /** Records, drafts and calls that this device had already. */
  known: number;
  faults: ImportProblem[];
}

/** A phone's records of years are below this. */
const LARGEST_JSON = 256 * 1024 * 1024;

const Item = z.object({
  id: z.uuid(),
  kind: z.enum(['record', 'deletion', 'photo', 'call']),
  route: z.string(),
  subject: z.string(),
  observation_id: z.nullable(z.uuid()),
  seq: z.number(),
  base_version: z.int(),
});
const Photo = z.object({
  id: z.uuid(),
  sha256: z.string(),
  type: z.string(),
  observation_id: z.nullable(z.uuid()),
  draft_id: z.nullable(z.string()),
});
const Draft = z.object({ id: z.string(), values: z.record(z.string(), z.unknown()), photo_ids: z.array(z.string()) });
const Export = z.object({
  format: z.literal(EXPORT_FORMAT),
  user_id: z.string(),
  records: z.array(z.looseObject({ id: z.string() })),
  drafts: z.array(z.unknown()),
  items: z.array(z.unknown()),
  photos: z.array(z.unknown()),
});

/**
 * Takes an export of unsent things back in, on any device of the same person: all files of one export together. What is here
 * already is left alone, so doing it twice does it once; records keep their ids and saves, so one that reached the server
 * meanwhile is not doubled. Each record comes whole, with its photos, in one transaction, or not at all.
 */
export async function importUnsent(database: UserDatabase, files: readonly File[], user: Observer): Promise<ImportResult> {
  const taken: ImportResult = { records: 0, drafts: 0, photos: 0, known: 0, faults: [] };
  const entries = await readAll(files, taken);
  const described = await describedIn(entries);
  if (!described) {
    if (taken.faults.length === 0) taken.faults.push({ reason: 'not_an_export', about: files.map((file) => file.name).join(', ') });
    return taken;
  }
  if (described.user_id !== database.userId) {
    taken.faults.push({ reason: 'other_person', about: '' });
    return taken;
  }
  const photos = await photosIn(described.photos, entries, taken);
  const items = wellFormed<OutboxItem>(Item, described.items).sort((first, second) => first.seq - second.seq);
  for (const id of new Set(items.flatMap((item) => item.observation_id ?? []))) {
    const own = items.filter((item) => item.observation_id === id);
    await takeRecord(database, id, own, described.records.find((row) => row.id === id)?.taxon_name, photos, user, taken);
  }
  for (const draft of wellFormed<LocalDraft>(Draft, described.drafts)) await takeDraft(database, draft, photos, taken);
  for (const call of items.filter((item) => item.kind === 'call')) await takeCall(database, call, taken);
  await afterEnqueue(database);
  return taken;
}

async function readAll(files: readonly File[], taken: ImportResult): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob>();
  for (const file of files) {
    try {
      for (const [name, blob] of await unzip(file, Math.max(LARGEST_JSON, MAX_MEDIA_BYTES))) entries.set(name, blob);
    } catch (error) {
      if (!(error instanceof ZipDamaged)) throw error;
      taken.faults.push({ reason: (await isZip(file)) ? 'damaged' : 'not_an_export', about: file.name });
    }
  }
  return entries;
}

/** What is no zip at all was chosen by mistake, and was never an export. */
async function isZip(file: File): Promise<boolean> {
  return (await file.slice(0, 2).text()) === 'PK';
}

async function describedIn(entries: ReadonlyMap<string, Blob>): Promise<z.infer<typeof Export> | null> {
  const json = entries.get('records.json');
  if (!json) return null;
  try {
    return Export.parse(JSON.parse(await json.text()));
  } catch {
    return null;
  }
}

/** Rows that look as they should; the fields that the check does not name stay in them. */
function wellFormed<Row>(schema: z.ZodMiniType, rows: readonly unknown[]): Row[] {
  return rows.filter((row) => schema.safeParse(row).success) as Row[];
}

/** The photos whose bytes are there and are what they were. */
async function photosIn(
  rows: readonly unknown[],
  entries: ReadonlyMap<string, Blob>,
  taken: ImportResult,
): Promise<Map<string, LocalPhoto>> {
  const photos = new Map<string, LocalPhoto>();
  for (const row of wellFormed<Omit<LocalPhoto, 'blob' | 'preview'>>(Photo, rows)) {
    const bytes = await entries.get(photoFileOf(row))?.arrayBuffer();
    if (!bytes) continue;
    if ((await sha256Of(bytes)) !== row.sha256) taken.faults.push({ reason: 'damaged', about: photoFileOf(row) });
    else photos.set(row.id, { ...row, blob: new Blob([bytes], { type: row.type }), preview: null, acknowledged_at: null });
  }
  return photos;
}

async function takeRecord(
  database: UserDatabase,
  id: string,
  items: readonly OutboxItem[],
  name: unknown,
  photos: ReadonlyMap<string, LocalPhoto>,
  user: Observer,
  taken: ImportResult,
): Promise<void> {
  const about = typeof name === 'string' ? name : id;
  const saves = items.filter((item) => item.kind === 'record').map((item) => ({ item, body: ObservationWrite.safeParse(item.input.body) }));
  const last = saves.at(-1)?.body;
  if (saves.some(({ body }) => !body.success)) return void taken.faults.push({ reason: 'damaged', about });
  const uploads = items.filter((item) => item.kind === 'photo');
  const bytes = uploads.flatMap((item) => photos.get(item.subject) ?? []);
  if (bytes.length < uploads.length) return void taken.faults.push({ reason: 'photo_missing', about });

  const { observations, outbox, acknowledged } = database;
  await database.write('observation', [observations, outbox, database.photos, acknowledged], async () => {
    const sent = new Set((await acknowledged.bulkGet(items.map((item) => item.id))).flatMap((item) => item?.id ?? []));
    const here = await itemsOf(database, id);
    const isKnown = items.every((item) => sent.has(item.id) || here.some((one) => one.id === item.id));
    if (isKnown) return void taken.known++;
    // Two lines of changes to one record are for its person to bring together, not for a file.
    if (here.length > 0) return void taken.faults.push({ reason: 'changed_here', about });
    const before = await observations.get(id);
    for (const photo of bytes) await database.photos.put({ ...photo, observation_id: id, draft_id: null });
    if (last?.success) {
      const { write_id: _, ...draft } = last.data;
      const thumbhashes = new Map(bytes.map((photo) => [photo.id, photo.thumbhash]));
      await observations.put(savedRow(id, draft, before, { user, taxon: null, now: saves.at(-1)!.item.created_at, thumbhashes }));
    }
    if (items.some((item) => item.kind === 'deletion')) await observations.update(id, { deleted: 1 });
    const line = items.filter((item) => !sent.has(item.id));
    const isRecordSent = !line.some((item) => item.kind === 'record');
    for (const [place, item] of line.entries()) {
      const goesFirst = item.kind === 'photo' ? isRecordSent : place === line.findIndex((one) => one.kind !== 'photo');
      await storeItem(database, asNew(item, database.userId, goesFirst));
    }
    taken.records++;
    taken.photos += bytes.length;
  });
}

/** As it was made, without what happened to it on the other device. */
function asNew(item: OutboxItem, userId: string, goesFirst: boolean): OutboxItem {
  // That it may go over any network was said of the other device's network.
  const { by_hand: _, ...made } = item;
  return {
    ...made,
    user_id: userId,
    rank: item.kind === 'photo' ? (goesFirst ? 2 : 3) : item.rank,
    state: 'waiting',
    tries: 0,
    next_try_at: goesFirst ? 0 : HELD,
    last_error: null,
    conflict: null,
    upload_url: null,
  };
}

async function takeDraft(
  database: UserDatabase,
  draft: LocalDraft,
  photos: ReadonlyMap<string, LocalPhoto>,
  taken: ImportResult,
): Promise<void> {
  const own = draft.photo_ids.flatMap((id) => photos.get(id) ?? []);
  await database.write('draft', [database.drafts, database.photos], async () => {
    if (await database.drafts.get(draft.id)) return void taken.known++;
    for (const photo of own) await database.photos.put({ ...photo, observation_id: null, draft_id: draft.id });
    await database.drafts.put({ ...draft, observation_id: draft.observation_id ?? null, updated_at: Number(draft.updated_at) || 0 });
    taken.drafts++;
    taken.photos += own.length;
  });
  if (own.length < draft.photo_ids.length) taken.faults.push({ reason: 'photo_missing', about: draft.id });
}

async function takeCall(database: UserDatabase, call: OutboxItem, taken: ImportResult): Promise<void> {
  const route = OUTBOX_ROUTES[call.route];
  const isSound = route?.body === undefined || route.body === null || route.body.safeParse(call.input.body).success;
  if (!route || !isSound) return void taken.faults.push({ reason: 'damaged', about: call.route });
  await database.write('settings', [database.outbox, database.acknowledged], async () => {
    const isKnown = (await database.outbox.get(call.id)) ?? (await database.acknowledged.get(call.id));
    if (isKnown) return void taken.known++;
    await storeItem(database, asNew(call, database.userId, true));
  });
}

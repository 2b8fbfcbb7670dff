import { MAX_MEDIA_BYTES, ObservationWrite } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { EXPORT_FORMAT, photoFileOf } from './export';
import { sha256Of } from '../db/ids';
import { bodyErrors, operationOf } from './operations';
import { type Observer, savedRow } from '../records/record-shape';
import { HELD, type LocalDraft, type LocalPhoto, type OutboxItem } from '../db/rows';
import { afterEnqueue, appendItem, itemsOf } from './store';
import { unzip, ZipDamaged } from './zip';

/** Why a part of an export was not imported. */
export interface ImportProblem {
  reason: 'not_an_export' | 'other_person' | 'damaged' | 'photo_missing' | 'changed_here';
  /** The file or the record it is about. */
  about: string;
}

export interface ImportResult {
  records: number;
  drafts: number;
  photos: number;
  /** Number of records, drafts and calls already on this device. */
  known: number;
  faults: ImportProblem[];
}

/** Bytes; well above the records of several years. */
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
 * Imports an export of unsent records on any device of the same user. Expects all files of one export together. Idempotent: what
 * is already on the device stays unchanged, and records keep their ids and `write_id`s, so that records that have reached the
 * server in the meantime are not duplicated. Each record is imported with its photos in one transaction.
 */
export async function importUnsent(database: UserDatabase, files: readonly File[], user: Observer): Promise<ImportResult> {
  const result: ImportResult = { records: 0, drafts: 0, photos: 0, known: 0, faults: [] };
  const entries = await readAll(files, result);
  const manifest = await readManifest(entries);
  if (!manifest) {
    if (result.faults.length === 0) result.faults.push({ reason: 'not_an_export', about: files.map((file) => file.name).join(', ') });
    return result;
  }
  if (manifest.user_id !== database.userId) {
    result.faults.push({ reason: 'other_person', about: '' });
    return result;
  }
  const photos = await readPhotos(manifest.photos, entries, result);
  const items = wellFormed<OutboxItem>(Item, manifest.items).sort((first, second) => first.seq - second.seq);
  for (const id of new Set(items.flatMap((item) => item.observation_id ?? []))) {
    const own = items.filter((item) => item.observation_id === id);
    await importRecord(database, id, own, manifest.records.find((row) => row.id === id)?.taxon_name, photos, user, result);
  }
  for (const draft of wellFormed<LocalDraft>(Draft, manifest.drafts)) await importDraft(database, draft, photos, result);
  for (const call of items.filter((item) => item.kind === 'call')) await importCall(database, call, result);
  await afterEnqueue(database);
  return result;
}

async function readAll(files: readonly File[], result: ImportResult): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob>();
  for (const file of files) {
    try {
      for (const [name, blob] of await unzip(file, Math.max(LARGEST_JSON, MAX_MEDIA_BYTES))) entries.set(name, blob);
    } catch (error) {
      if (!(error instanceof ZipDamaged)) throw error;
      result.faults.push({ reason: (await isZip(file)) ? 'damaged' : 'not_an_export', about: file.name });
    }
  }
  return entries;
}

/** Distinguishes a damaged export from another kind of file. */
async function isZip(file: File): Promise<boolean> {
  return (await file.slice(0, 2).text()) === 'PK';
}

async function readManifest(entries: ReadonlyMap<string, Blob>): Promise<z.infer<typeof Export> | null> {
  const json = entries.get('records.json');
  if (!json) return null;
  try {
    return Export.parse(JSON.parse(await json.text()));
  } catch {
    return null;
  }
}

/** The rows that match the schema, with all their fields. */
function wellFormed<Row>(schema: z.ZodMiniType, rows: readonly unknown[]): Row[] {
  return rows.filter((row) => schema.safeParse(row).success) as Row[];
}

/** The photos whose bytes are in the files and match their hash. */
async function readPhotos(
  rows: readonly unknown[],
  entries: ReadonlyMap<string, Blob>,
  result: ImportResult,
): Promise<Map<string, LocalPhoto>> {
  const photos = new Map<string, LocalPhoto>();
  for (const row of wellFormed<Omit<LocalPhoto, 'blob' | 'preview'>>(Photo, rows)) {
    const bytes = await entries.get(photoFileOf(row))?.arrayBuffer();
    if (!bytes) continue;
    if ((await sha256Of(bytes)) !== row.sha256) result.faults.push({ reason: 'damaged', about: photoFileOf(row) });
    else photos.set(row.id, { ...row, blob: new Blob([bytes], { type: row.type }), preview: null, acknowledged_at: null });
  }
  return photos;
}

async function importRecord(
  database: UserDatabase,
  id: string,
  items: readonly OutboxItem[],
  name: unknown,
  photos: ReadonlyMap<string, LocalPhoto>,
  user: Observer,
  result: ImportResult,
): Promise<void> {
  const about = typeof name === 'string' ? name : id;
  const saves = items.filter((item) => item.kind === 'record').map((item) => ({ item, body: ObservationWrite.safeParse(item.input.body) }));
  const last = saves.at(-1)?.body;
  if (saves.some(({ body }) => !body.success)) return void result.faults.push({ reason: 'damaged', about });
  const uploads = items.filter((item) => item.kind === 'photo');
  const bytes = uploads.flatMap((item) => photos.get(item.subject) ?? []);
  if (bytes.length < uploads.length) return void result.faults.push({ reason: 'photo_missing', about });

  const { observations, outbox, acknowledged } = database;
  await database.write('observation', [observations, outbox, database.photos, acknowledged], async () => {
    const sent = new Set((await acknowledged.bulkGet(items.map((item) => item.id))).flatMap((item) => item?.id ?? []));
    const here = await itemsOf(database, id);
    const isKnown = items.every((item) => sent.has(item.id) || here.some((one) => one.id === item.id));
    if (isKnown) return void result.known++;
    // The record has unsent changes here too; an import does not merge.
    if (here.length > 0) return void result.faults.push({ reason: 'changed_here', about });
    const before = await observations.get(id);
    for (const photo of bytes) await database.photos.put({ ...photo, observation_id: id, draft_id: null });
    if (last?.success) {
      const { write_id: _, ...draft } = last.data;
      const thumbhashes = new Map(bytes.map((photo) => [photo.id, photo.thumbhash]));
      await observations.put(savedRow(id, draft, before, { user, taxon: null, now: saves.at(-1)!.item.created_at, thumbhashes }));
    }
    if (items.some((item) => item.kind === 'deletion')) await observations.update(id, { deleted: 1 });
    const unsent = items.filter((item) => !sent.has(item.id));
    const isRecordSent = !unsent.some((item) => item.kind === 'record');
    for (const [place, item] of unsent.entries()) {
      const isDue = item.kind === 'photo' ? isRecordSent : place === unsent.findIndex((one) => one.kind !== 'photo');
      await appendItem(database, asUntried(item, database.userId, isDue));
    }
    result.records++;
    result.photos += bytes.length;
  });
}

/** The item without its attempts on the other device. */
function asUntried(item: OutboxItem, userId: string, isDue: boolean): OutboxItem {
  // The permission to use any network was given for the other device's network.
  const { by_hand: _, ...made } = item;
  return {
    ...made,
    user_id: userId,
    rank: item.kind === 'photo' ? (isDue ? 2 : 3) : item.rank,
    state: 'waiting',
    tries: 0,
    next_try_at: isDue ? 0 : HELD,
    last_error: null,
    conflict: null,
    upload_url: null,
  };
}

async function importDraft(
  database: UserDatabase,
  draft: LocalDraft,
  photos: ReadonlyMap<string, LocalPhoto>,
  result: ImportResult,
): Promise<void> {
  const own = draft.photo_ids.flatMap((id) => photos.get(id) ?? []);
  await database.write('draft', [database.drafts, database.photos], async () => {
    if (await database.drafts.get(draft.id)) return void result.known++;
    for (const photo of own) await database.photos.put({ ...photo, observation_id: null, draft_id: draft.id });
    await database.drafts.put({ ...draft, observation_id: draft.observation_id ?? null, updated_at: Number(draft.updated_at) || 0 });
    result.drafts++;
    result.photos += own.length;
  });
  if (own.length < draft.photo_ids.length) result.faults.push({ reason: 'photo_missing', about: draft.id });
}

async function importCall(database: UserDatabase, call: OutboxItem, result: ImportResult): Promise<void> {
  const operation = operationOf(call);
  if (!operation || bodyErrors(operation, call.input)) return void result.faults.push({ reason: 'damaged', about: call.route });
  await database.write('settings', [database.outbox, database.acknowledged], async () => {
    const isKnown = (await database.outbox.get(call.id)) ?? (await database.acknowledged.get(call.id));
    if (isKnown) return void result.known++;
    await appendItem(database, asUntried(call, database.userId, true));
  });
}

import {
  DeviceMadeId,
  Instant,
  itemAt,
  MAX_MEDIA_BYTES,
  MEDIA_TYPES,
  ObservationDraft,
  ObservationWrite,
  Sha256,
  Uuid,
} from '@veld/contract';
import { z } from 'zod/mini';
import { hashSha256 } from '../../db/ids';
import { type LocalDraft, type LocalPhoto, NO_FACTS, type OutboxItem } from '../../db/rows';
import { EXPORT_FORMAT, formatPhotoPath, RECORDS_FILE, SIGNATURE_FILE } from './export';
import { operations } from '../../changes/observations';
import { verifySignature } from './signature';
import { newItem } from '../store';
import { unzip, ZipDamaged, ZipTooLarge } from './zip';

/** Why a part of an export cannot be imported. */
export interface ImportProblem {
  reason: 'not_an_export' | 'other_person' | 'damaged' | 'too_large' | 'photo_missing' | 'malformed';
  /** The file or the record it is about; empty for a record without a name. */
  about: string;
  /** For `malformed`: the fields of the record that are not valid, as `latitude` or `attributes.<key>`. */
  fields?: string[];
}

/** A record of an export with what waits for it: its saves, oldest first, and uploads of photos. */
export interface UnsentRecord {
  id: string;
  name: string;
  /** The record as last saved; null if only photos wait. */
  draft: ObservationDraft | null;
  /** When it was last saved, in milliseconds since 1970. */
  savedAt: number;
  items: OutboxItem[];
  photos: LocalPhoto[];
}

export interface UnsentDraft {
  draft: LocalDraft;
  photos: LocalPhoto[];
}

/** The content of an export. Nothing in it has been compared with this device yet. */
export interface UnsentFile {
  /** Signed with the key of this account, so that only the person's own devices can have made it. */
  isVerified: boolean;
  madeAt: string | null;
  /** The name of the device it says it comes from. */
  device: string | null;
  records: UnsentRecord[];
  drafts: UnsentDraft[];
  /** Deletions and other calls (settings, messages) that an import leaves out. */
  skipped: { deletions: number; calls: number };
  faults: ImportProblem[];
}

/** Bytes; above the records of several years. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;
/** Far above the photos of an export, whose parts have at most 1 GB. */
const MAX_ENTRIES = 20_000;
const MAX_TOTAL_BYTES = 16 * 1024 ** 3;

const Name = z.catch(z.nullable(z.string().check(z.maxLength(300))), null);
const Item = z.object({
  id: Uuid,
  kind: z.enum(['record', 'deletion', 'photo', 'call']),
  observation_id: z.nullable(DeviceMadeId),
  seq: z.number(),
});
type Item = z.infer<typeof Item>;
const Save = z.object({
  base_version: z.int().check(z.gte(0)),
  // Without a base, every field that differs is a conflict, which the person decides.
  base: z.catch(z.nullable(ObservationDraft), null),
  created_at: z.number().check(z.gte(0), z.lte(8.64e15)),
  input: z.object({ body: z.unknown() }),
});
const Upload = z.object({ subject: DeviceMadeId });
const MaybeNumber = z.nullable(z.number());
const Facts = z.object({
  latitude: MaybeNumber,
  longitude: MaybeNumber,
  coordinate_uncertainty_m: MaybeNumber,
  taken_on: z.nullable(z.string().check(z.maxLength(10))),
  taken_time: z.nullable(z.string().check(z.maxLength(5))),
  taken_second: z.optional(z.int()),
  taken_at: z.optional(z.string().check(z.maxLength(30))),
  doubt: z.optional(
    z.object({
      reason: z.enum(['unset', 'future', 'gps']),
      on: z.string().check(z.maxLength(10)),
      time: z.string().check(z.maxLength(5)),
      second: z.optional(z.int()),
      gps: z.optional(
        z.object({ on: z.string().check(z.maxLength(10)), time: z.string().check(z.maxLength(5)), at: z.string().check(z.maxLength(30)) }),
      ),
    }),
  ),
});
const Photo = z.object({
  id: DeviceMadeId,
  sha256: Sha256,
  type: z.enum(MEDIA_TYPES),
  width: z.int().check(z.gte(1), z.lte(65_535)),
  height: z.int().check(z.gte(1), z.lte(65_535)),
  thumbhash: z.catch(z.nullable(z.string().check(z.maxLength(100))), null),
  facts: z.catch(Facts, NO_FACTS),
  created_at: z.catch(z.number(), 0),
});
const Draft = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  observation_id: z.nullish(DeviceMadeId),
  values: z.record(z.string(), z.unknown()),
  photo_ids: z.array(z.string()).check(z.maxLength(1000)),
  updated_at: z.catch(z.number(), 0),
});
const Export = z.object({
  format: z.literal(EXPORT_FORMAT),
  user_id: z.string(),
  made_at: z.catch(z.nullable(Instant), null),
  device: z.catch(z.nullable(z.string().check(z.maxLength(80))), null),
  records: z.array(z.looseObject({ id: z.string() })),
  drafts: z.array(z.unknown()),
  items: z.array(z.unknown()),
  photos: z.array(z.unknown()),
});
type Export = z.infer<typeof Export>;

/**
 * Reads the files of one export together. A part that cannot be imported becomes a fault, and the rest is read. Of every row only the
 * known, valid fields are taken.
 */
export async function readExport(files: readonly File[], account: { id: string; key: string | undefined }): Promise<UnsentFile> {
  const faults: ImportProblem[] = [];
  const content: UnsentFile = {
    isVerified: false,
    madeAt: null,
    device: null,
    records: [],
    drafts: [],
    skipped: { deletions: 0, calls: 0 },
    faults,
  };
  const entries = await readAll(files, faults);
  const json = await entries.get(RECORDS_FILE)?.arrayBuffer();
  const manifest = json ? parseManifest(json) : null;
  if (!json || !manifest) {
    if (faults.length === 0) faults.push({ reason: 'not_an_export', about: files.map((file) => file.name).join(', ') });
    return content;
  }
  if (manifest.user_id !== account.id) {
    faults.push({ reason: 'other_person', about: '' });
    return content;
  }
  const signature = (await entries.get(SIGNATURE_FILE)?.text()) ?? '';
  const isVerified = account.key !== undefined && (await verifySignature(account.key, json, signature));
  const photos = await readPhotos(manifest.photos, entries, faults);
  const items = readItems(manifest.items, faults);
  return {
    ...content,
    isVerified,
    madeAt: manifest.made_at,
    device: manifest.device,
    records: readRecords(account.id, manifest, items, photos, faults),
    drafts: readDrafts(manifest.drafts, photos, faults),
    skipped: {
      deletions: items.filter(({ item }) => item.kind === 'deletion').length,
      calls: items.filter(({ item }) => item.kind === 'call').length,
    },
  };
}

async function readAll(files: readonly File[], faults: ImportProblem[]): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob>();
  const limits = { entries: MAX_ENTRIES, entryBytes: Math.max(MAX_JSON_BYTES, MAX_MEDIA_BYTES), totalBytes: MAX_TOTAL_BYTES };
  for (const file of files) {
    try {
      for (const [name, blob] of await unzip(file, limits)) {
        entries.set(name, blob);
        limits.entries--;
        limits.totalBytes -= blob.size;
      }
    } catch (error) {
      if (error instanceof ZipTooLarge) faults.push({ reason: 'too_large', about: file.name });
      else if (error instanceof ZipDamaged) faults.push({ reason: (await isZip(file)) ? 'damaged' : 'not_an_export', about: file.name });
      else throw error;
    }
  }
  return entries;
}

/** Distinguishes a damaged export from another kind of file. */
async function isZip(file: File): Promise<boolean> {
  return (await file.slice(0, 2).text()) === 'PK';
}

function parseManifest(json: ArrayBuffer): Export | null {
  try {
    return Export.parse(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return null;
  }
}

/** The photos whose bytes are in the files and match their hash. The bytes stay in the file until they are stored. */
async function readPhotos(
  rows: readonly unknown[],
  entries: ReadonlyMap<string, Blob>,
  faults: ImportProblem[],
): Promise<Map<string, LocalPhoto>> {
  const photos = new Map<string, LocalPhoto>();
  for (const row of rows) {
    const parsed = Photo.safeParse(row);
    // The record it belongs to is reported as lacking a photo.
    if (!parsed.success) continue;
    const photo = parsed.data;
    const file = formatPhotoPath(photo);
    const entry = entries.get(file);
    if (!entry) continue;
    const isIntact = entry.size <= MAX_MEDIA_BYTES && (await hashSha256(await entry.arrayBuffer())) === photo.sha256;
    if (!isIntact) faults.push({ reason: 'damaged', about: file });
    else
      photos.set(photo.id, {
        ...(photo as Pick<LocalPhoto, keyof typeof photo>),
        blob: entry.slice(0, entry.size, photo.type),
        byte_length: entry.size,
        preview: null,
        observation_id: null,
        draft_id: null,
        acknowledged_at: null,
      });
  }
  return photos;
}

interface ReadItem {
  item: Item;
  row: unknown;
}

function readItems(rows: readonly unknown[], faults: ImportProblem[]): ReadItem[] {
  const items: ReadItem[] = [];
  for (const row of rows) {
    const parsed = Item.safeParse(row);
    if (parsed.success) items.push({ item: parsed.data, row });
    else faults.push({ reason: 'malformed', about: '', fields: fieldsAt(parsed.error.issues) });
  }
  return items.sort((first, second) => first.item.seq - second.item.seq);
}

function readRecords(
  userId: string,
  manifest: Export,
  items: readonly ReadItem[],
  photos: ReadonlyMap<string, LocalPhoto>,
  faults: ImportProblem[],
): UnsentRecord[] {
  const rows = new Map(manifest.records.map((row) => [row.id, row]));
  const byRecord = Map.groupBy(items, ({ item }) => item.observation_id);
  return [...byRecord].flatMap(([id, own]) => {
    // A record that the other device deleted is not brought back.
    if (id === null || own.some(({ item }) => item.kind === 'deletion')) return [];
    const name = Name.parse(rows.get(id)?.taxon_name ?? null);
    return readRecord(userId, { id, name, row: rows.get(id)?.record }, own, photos, faults) ?? [];
  });
}

function readRecord(
  userId: string,
  { id, name, row }: { id: string; name: string | null; row: unknown },
  items: readonly ReadItem[],
  photos: ReadonlyMap<string, LocalPhoto>,
  faults: ImportProblem[],
): UnsentRecord | null {
  const saves = items.filter(({ item }) => item.kind === 'record').map((one) => readSave(userId, id, one));
  const about = name ?? nameIn(items.findLast(({ item }) => item.kind === 'record')?.row) ?? nameIn({ input: { body: row } }) ?? '';
  const wrong = [...new Set(saves.flatMap((save) => ('fields' in save ? save.fields : [])))];
  if (wrong.length > 0) {
    faults.push({ reason: 'malformed', about, fields: wrong });
    return null;
  }
  const uploads = items
    .filter(({ item }) => item.kind === 'photo')
    .map(({ item, row: given }) => ({ item, given: Upload.safeParse(given) }));
  const bytes = uploads.flatMap(({ given }) => (given.success ? (photos.get(given.data.subject) ?? []) : []));
  if (bytes.length < uploads.length) {
    faults.push({ reason: 'photo_missing', about });
    return null;
  }
  const done = saves.filter((save) => 'save' in save);
  const savedAt = done.at(-1)?.save.created_at ?? 0;
  const sent = uploads.map(({ item }, index) =>
    newItem(userId, savedAt, operations.uploadPhoto, { id: item.id, input: {}, subject: itemAt(bytes, index).id, observation_id: id }),
  );
  return { id, name: about, draft: done.at(-1)?.draft ?? null, savedAt, items: [...done.map(({ save }) => save), ...sent], photos: bytes };
}

/** A save without its attempts on the other device, or the fields that are not valid. */
function readSave(
  userId: string,
  id: string,
  { item, row }: ReadItem,
): { save: OutboxItem; draft: ObservationDraft } | { fields: string[] } {
  const save = Save.safeParse(row);
  if (!save.success) return { fields: fieldsAt(save.error.issues) };
  const body = ObservationWrite.safeParse(save.data.input.body);
  if (!body.success) return { fields: fieldsAt(body.error.issues) };
  const { write_id: _, ...draft } = body.data;
  const { base, base_version, created_at } = save.data;
  const input = { params: { id }, body: body.data };
  const facts = { id: item.id, input, subject: id, observation_id: id, base, base_version };
  return { save: newItem(userId, created_at, operations.putObservation, facts), draft };
}

function fieldsAt(issues: readonly { path: PropertyKey[] }[]): string[] {
  const named = issues.map(({ path }) =>
    path
      .slice(0, path[0] === 'attributes' ? 2 : 1)
      .map(String)
      .join('.'),
  );
  return [...new Set(named)];
}

function nameIn(row: unknown): string | null {
  const parsed = z.object({ input: z.object({ body: z.object({ verbatim_name: Name }) }) }).safeParse(row);
  return parsed.success ? parsed.data.input.body.verbatim_name : null;
}

function readDrafts(rows: readonly unknown[], photos: ReadonlyMap<string, LocalPhoto>, faults: ImportProblem[]): UnsentDraft[] {
  return rows.flatMap((row) => {
    const parsed = Draft.safeParse(row);
    if (!parsed.success) {
      faults.push({ reason: 'malformed', about: '', fields: fieldsAt(parsed.error.issues) });
      return [];
    }
    const draft = parsed.data;
    const own = draft.photo_ids.flatMap((id) => photos.get(id) ?? []);
    if (own.length < draft.photo_ids.length)
      faults.push({ reason: 'photo_missing', about: Name.parse(draft.values.verbatim_name ?? null) ?? '' });
    return [{ draft: { ...draft, observation_id: draft.observation_id ?? null }, photos: own }];
  });
}

import type { Geoprivacy } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { HELD, type LocalPhoto, type OutboxItem } from '../../db/rows';
import { PhotoMissing, saveObservation } from '../../records/save-observation';
import { type Observer, savedRow } from '../../records/record-shape';
import { importAsDraft, wasImportedAsDraft, type DraftForm } from './import-drafts';
import { type ImportState, compareWithDevice } from './import-state';
import type { ImportProblem, UnsentDraft, UnsentFile, UnsentRecord } from './read-export';
import { afterEnqueue, appendItem } from '../store';

export interface ImportResult {
  records: number;
  drafts: number;
  photos: number;
  /** Number of records and drafts already on this device. */
  known: number;
  /** Number of records that differ and of which this device's version was kept. */
  kept: number;
  faults: ImportProblem[];
}

export interface ImportOptions {
  user: Observer;
  /** Of records that differ (`ImportState`), those to import from the file. */
  useFile?: ReadonlySet<string>;
  /** The person's preference: a draft from a file that is not verified is at least as private. */
  geoprivacy: Geoprivacy;
  form: DraftForm;
}

/** What an import would do with each record and draft of a file. */
export interface ImportPlan {
  records: { record: UnsentRecord; state: ImportState }[];
  newDrafts: number;
  known: number;
}

/** Compares a file with this device, without changing anything. */
export async function planImport(database: UserDatabase, file: UnsentFile): Promise<ImportPlan> {
  const records: ImportPlan['records'] = [];
  for (const record of file.records) records.push({ record, state: await stateOf(database, file, record) });
  let knownDrafts = 0;
  for (const { draft } of file.drafts)
    if (file.isVerified ? await database.drafts.get(draft.id) : await wasImportedAsDraft(database, draft)) knownDrafts++;
  const known = records.filter(({ state }) => state.state === 'known').length + knownDrafts;
  return { records, newDrafts: file.drafts.length - knownDrafts, known };
}

async function stateOf(database: UserDatabase, file: UnsentFile, record: UnsentRecord): Promise<ImportState> {
  if (!file.isVerified && (await wasImportedAsDraft(database, record))) return { state: 'known' };
  return compareWithDevice(database, record);
}

/**
 * Imports records, drafts and photos of an export on any device of the same person, and nothing else (decision 0027). Idempotent.
 * Records of a verified file keep their ids and `write_id`s, so that those which reached the server in the meantime are not
 * duplicated; all others become drafts with new ids, which cannot touch an existing record. Each record is imported with its photos
 * in one transaction. A record that differs from the one here is kept as it is unless `useFile` has it.
 */
export async function importUnsent(database: UserDatabase, file: UnsentFile, options: ImportOptions): Promise<ImportResult> {
  const result: ImportResult = { records: 0, drafts: 0, photos: 0, known: 0, kept: 0, faults: [...file.faults] };
  for (const record of file.records) {
    const photos = await Promise.all(record.photos.map(copied));
    if (file.isVerified) await importRecord(database, { ...record, photos }, options, result);
    else await importUnverified(database, file, { ...record, photos }, options, result);
  }
  for (const one of file.drafts) {
    const photos = await Promise.all(one.photos.map(copied));
    if (file.isVerified) await importDraft(database, { ...one, photos }, result);
    else count(await importAsDraft(database, one.draft, photos, options), photos.length, result);
  }
  await afterEnqueue(database);
  return result;
}

/** With its bytes in memory: a part of a picked file can't be read once that file has changed. */
async function copied(photo: LocalPhoto): Promise<LocalPhoto> {
  return { ...photo, blob: new Blob([await photo.blob.arrayBuffer()], { type: photo.type }) };
}

async function importRecord(database: UserDatabase, record: UnsentRecord, options: ImportOptions, result: ImportResult): Promise<void> {
  const { observations, outbox, acknowledged } = database;
  const isChosen = options.useFile?.has(record.id) ?? false;
  const state = await database.write('observation', [observations, outbox, database.photos, acknowledged], async () => {
    const { state: found } = await compareWithDevice(database, record);
    if (found === 'new' || found === 'change') await addRecord(database, record, options.user);
    return found;
  });
  if (state === 'known') result.known++;
  else if (state === 'differs' && !isChosen) result.kept++;
  else if (state !== 'differs' || (await replaceRecord(database, record, options.user, result))) {
    result.records++;
    result.photos += record.photos.length;
  }
}

/** Inside a transaction: the record as the other device would have sent it. */
async function addRecord(database: UserDatabase, { id, draft, savedAt, items, photos }: UnsentRecord, user: Observer): Promise<void> {
  const { observations, acknowledged } = database;
  const sent = new Set((await acknowledged.bulkGet(items.map((item) => item.id))).flatMap((item) => item?.id ?? []));
  for (const photo of photos)
    if (!(await database.photos.get(photo.id))) await database.photos.put({ ...photo, observation_id: id, draft_id: null });
  if (draft) {
    const thumbhashes = new Map(photos.map((photo) => [photo.id, photo.thumbhash]));
    await observations.put(savedRow(id, draft, await observations.get(id), { user, taxon: null, now: savedAt, thumbhashes }));
  }
  const unsent = items.filter((item) => !sent.has(item.id));
  const isRecordSent = !unsent.some((item) => item.kind === 'record');
  for (const [place, item] of unsent.entries()) {
    const isDue = item.kind === 'photo' ? isRecordSent : place === 0;
    await appendItem(database, queued(item, isDue));
  }
}

function queued(item: OutboxItem, isDue: boolean): OutboxItem {
  return { ...item, rank: item.kind === 'photo' ? (isDue ? 2 : 3) : item.rank, next_try_at: isDue ? 0 : HELD };
}

/** The person chose the version of the file: an ordinary edit of the record on this device. */
async function replaceRecord(database: UserDatabase, record: UnsentRecord, user: Observer, result: ImportResult): Promise<boolean> {
  try {
    await saveObservation(database, record.draft!, record.photos, { id: record.id, user, taxon: null });
    return true;
  } catch (error) {
    if (!(error instanceof PhotoMissing)) throw error;
    result.faults.push({ reason: 'photo_missing', about: record.name });
    return false;
  }
}

async function importUnverified(
  database: UserDatabase,
  file: UnsentFile,
  record: UnsentRecord,
  options: ImportOptions,
  result: ImportResult,
): Promise<void> {
  const { state } = await stateOf(database, file, record);
  if (state === 'known') return void result.known++;
  if (state === 'differs' && !options.useFile?.has(record.id)) return void result.kept++;
  count(await importAsDraft(database, record, record.photos, options), record.photos.length, result);
}

function count(outcome: 'added' | 'known', photos: number, result: ImportResult): void {
  if (outcome === 'known') return void result.known++;
  result.drafts++;
  result.photos += photos;
}

async function importDraft(database: UserDatabase, { draft, photos }: UnsentDraft, result: ImportResult): Promise<void> {
  const outcome = await database.write('draft', [database.drafts, database.photos], async () => {
    if (await database.drafts.get(draft.id)) return 'known';
    for (const photo of photos)
      if (!(await database.photos.get(photo.id))) await database.photos.put({ ...photo, observation_id: null, draft_id: draft.id });
    await database.drafts.put(draft);
    return 'added';
  });
  count(outcome, photos.length, result);
}

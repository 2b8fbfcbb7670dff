import {
  attributeFault,
  DeclaredMedia,
  GEOPRIVACIES,
  type Geoprivacy,
  initialValue,
  itemAt,
  type ObservationDraft,
  RECORD_FIELD_NAMES,
  recordShape,
  recordValues,
} from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { hashSha256, formatUuid } from '../../db/ids';
import type { LocalDraft, LocalObservation, LocalPhoto } from '../../db/rows';
import { declare } from '../../records/photos';
import { type Observer, savedRow } from '../../records/record-shape';
import type { UnsentRecord } from './read-export';

/** Converts between records and the values of the form, which the device's modules know nothing about. */
export interface DraftForm {
  valuesOf(record: LocalObservation): Promise<Record<string, unknown>>;
  /** May throw if the values are not those of a form. */
  recordOf(values: Record<string, unknown>): ObservationDraft;
}

interface Options {
  user: Observer;
  geoprivacy: Geoprivacy;
  form: DraftForm;
}

type Source = UnsentRecord | LocalDraft;

/**
 * Stores a record or draft of a file that is not verified as a new draft: nothing is sent before the person has looked at it and
 * saved it. Draft and photos get ids derived from their content, so that the same file adds them once.
 */
export async function importAsDraft(
  database: UserDatabase,
  source: Source,
  photos: readonly LocalPhoto[],
  { user, geoprivacy, form }: Options,
): Promise<'added' | 'known'> {
  const id = await draftIdOf(database, source);
  const given = 'values' in source ? readableRecord(source.values, form) : (source.draft ?? BLANK);
  const declared = new Map(given.media.map((photo) => [photo.id, photo]));
  const own = await Promise.all(photos.map(async (photo) => ({ ...photo, id: await derivedId(`${id} ${photo.id}`), draft_id: id })));
  const media = photos.map((photo, order) => declare(itemAt(own, order), order, declared.get(photo.id)));
  const record = { ...given, media, geoprivacy: stricter(given.geoprivacy, geoprivacy) };
  const thumbhashes = new Map(own.map((photo) => [photo.id, photo.thumbhash]));
  const now = Date.now();
  const values = await form.valuesOf(savedRow(id, record, undefined, { user, taxon: null, now, thumbhashes }));
  return database.write('draft', [database.drafts, database.photos, database.observations], async () => {
    if ((await database.drafts.get(id)) ?? (await database.observations.get(id))) return 'known';
    await database.photos.bulkPut(own);
    await database.drafts.put({ id, observation_id: null, values, photo_ids: own.map((photo) => photo.id), updated_at: now });
    return 'added';
  });
}

/** Whether this record or draft was imported as a draft before. A draft that became a record keeps its id. */
export async function wasImportedAsDraft(database: UserDatabase, source: Source): Promise<boolean> {
  const id = await draftIdOf(database, source);
  return ((await database.drafts.get(id)) ?? (await database.observations.get(id))) !== undefined;
}

function draftIdOf(database: UserDatabase, source: Source): Promise<string> {
  const content = 'values' in source ? source.values : (source.draft ?? source.photos.map((photo) => photo.sha256));
  return derivedId(`${database.userId} ${source.id} ${JSON.stringify(content)}`);
}

/** A version 4 UUID that is always the same for one text. */
async function derivedId(text: string): Promise<string> {
  return formatUuid(await hashSha256(new TextEncoder().encode(text).buffer));
}

const BLANK: ObservationDraft = { ...recordValues({}), media: [], attributes: {} };

/** The record that the values of a draft stand for, with only its valid fields. */
function readableRecord(values: Record<string, unknown>, form: DraftForm): ObservationDraft {
  let record: Record<string, unknown> & { attributes?: unknown; media?: unknown };
  try {
    record = { ...form.recordOf(values) };
  } catch {
    return BLANK;
  }
  const fields = RECORD_FIELD_NAMES.map((name) => {
    const parsed = recordShape[name].safeParse(record[name]);
    return [name, parsed.success ? (parsed.data ?? initialValue(name)) : initialValue(name)];
  });
  const attributes = Object.entries(record.attributes ?? {}).filter(([name, value]) => attributeFault(name, value) === null);
  const media = Array.isArray(record.media) ? record.media.flatMap((photo) => DeclaredMedia.safeParse(photo).data ?? []) : [];
  return { ...Object.fromEntries(fields), media, attributes: Object.fromEntries(attributes) };
}

function stricter(one: Geoprivacy, other: Geoprivacy): Geoprivacy {
  return GEOPRIVACIES.indexOf(one) > GEOPRIVACIES.indexOf(other) ? one : other;
}

import {
  type Audience,
  type FieldsThat,
  type HiddenBy,
  inMonths,
  LISTED_NOTES,
  type ListedObservation,
  type OwnObservation,
  PUBLIC_FIELD_NAMES,
  publicAttributes,
  type PublicFieldName,
  type PublicObservation,
  recordFields,
  recordValues,
  type TaxonSummary,
  type Tombstone,
} from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { JsonText } from '../../http/serve.ts';
import { presentMedia } from '../media/present.ts';
import { writeListCursor } from './cursor.ts';
import { presentWords } from './place-words.ts';
import type { ListedRow, OwnRow, PublicRow, RecordRow, RelatedColumns } from './store.ts';
import { lastOfPage } from '../../http/position.ts';

/**
 * A record for others: with the public point (the true one, its grid cell, or none). If the record hides its place, with only the
 * month: without time, time zone and time of saving (decision 0016). Coordinates leave the server only through this file.
 */
export function presentPublic(context: Context, row: PublicRow): PublicObservation {
  return Object.assign(presentRelated(context, row, false), presentRecord(row), presentHiding(row));
}

/** What others see of a record's own row. */
function presentRecord(row: RecordRow) {
  const isHidden = row.geoprivacy !== 'open';
  return Object.assign(presentGrade(row), publicFields(row), {
    place: row.geoprivacy === 'private' ? null : presentWords(row.public_place),
    country_code: row.geoprivacy === 'private' ? null : row.public_country_code,
    attributes: publicAttributes(row.attributes, isHidden),
    created_at: isHidden ? null : row.created_at.toISOString(),
  });
}

/** A record for others in a list. */
export function presentListed(context: Context, row: ListedRow): ListedObservation {
  return Object.assign(presentRelated(context, row, false), presentListedRecord(row.record), { photo_count: row.photo_count });
}

function presentListedRecord(row: RecordRow) {
  const record = presentRecord(row);
  if (record.notes) record.notes = beginning(record.notes);
  return record;
}

/** What `presentListedRecord` returns for a row that is kept in memory, as JSON without its end. */
const texts = new WeakMap<RecordRow, string>();

function listedText(context: Context, row: ListedRow): string {
  let text = texts.get(row.record);
  if (text === undefined) texts.set(row.record, (text = JSON.stringify(presentListedRecord(row.record)).slice(0, -1)));
  const rest = JSON.stringify(Object.assign(presentRelated(context, row, false), { photo_count: row.photo_count }));
  return `${text},${rest.slice(1)}`;
}

/** A page of records for others. `rows` has one row more than the page if there is a next one. */
export function presentPage(context: Context, rows: readonly ListedRow[], limit: number): JsonText {
  const page = rows.slice(0, limit);
  const last = lastOfPage(rows, limit);
  return presentRows(context, page, { next_cursor: last && writeListCursor(context, last) });
}

/** Records for others, with what else the answer has. */
export function presentRows(context: Context, page: readonly ListedRow[], rest: Record<string, unknown>): JsonText {
  return new JsonText(`{"data":[${page.map((row) => listedText(context, row)).join(',')}],${JSON.stringify(rest).slice(1)}`);
}

/** Cuts notes by characters as PostgreSQL counts them, so that no emoji is cut in half. */
function beginning(notes: string): string {
  // In most notes, every character is one unit of a JavaScript string.
  if (notes.length <= LISTED_NOTES) return notes;
  const characters = [...notes];
  return characters.length > LISTED_NOTES ? `${characters.slice(0, LISTED_NOTES).join('').trimEnd()}…` : notes;
}

/** A complete record for its owner. */
export function presentOwn(context: Context, row: OwnRow): OwnObservation {
  return Object.assign(presentRelated(context, row, true), presentGrade(row), recordValues(row), presentHiding(row), {
    geoprivacy: row.owner_geoprivacy ?? row.geoprivacy,
    place: presentWords(row.place),
    country_code: row.country_code,
    attributes: row.attributes,
    needs_review: row.needs_review,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

/** Whose record it is. A name without a profile is marked, so that no link leads nowhere. */
function presentUser(row: RelatedColumns) {
  const user = { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro };
  return row.user_is_former ? { ...user, is_former: true as const } : user;
}

/** Whose record it is, of what, and its photos. */
function presentRelated(context: Context, row: RelatedColumns, isOwner: boolean) {
  return {
    user: presentUser(row),
    taxon: presentTaxon(row),
    media: photos(context, row, isOwner),
  };
}

/** The rule that hides the place, for everybody. */
function presentHiding({ hidden_by }: PublicRow): { hidden_by?: HiddenBy } {
  return hidden_by ? { hidden_by } : {};
}

function presentGrade(row: RecordRow) {
  return {
    id: row.id,
    quality: row.quality,
    community_taxon_id: row.community_taxon_id,
    validation: row.validation,
    is_obscured: row.geoprivacy !== 'open',
  };
}

type PublicValues = Pick<PublicObservation, PublicFieldName>;
type FieldPresenter<A extends Audience> = (row: RecordRow, name: FieldsThat<{ others: A }>) => unknown;

/** The public value of a field, by its `others`. */
const FIELD_PRESENTERS: { [A in Exclude<Audience, 'never'>]: FieldPresenter<A> } = {
  always: (row, name) => row[name],
  if_open: (row, name) => (row.geoprivacy === 'open' ? row[name] : null),
  month: (row, name) => (row.geoprivacy === 'open' ? row[name] : months(row)),
  public_place: (row, name) => (row.geoprivacy === 'private' ? null : row[PUBLIC_PLACE[name]]),
};

const PUBLIC_PLACE = {
  latitude: 'public_latitude',
  longitude: 'public_longitude',
  coordinate_uncertainty_m: 'public_uncertainty_m',
} as const satisfies Record<FieldsThat<{ others: 'public_place' }>, keyof RecordRow>;

const PUBLIC_FIELDS = PUBLIC_FIELD_NAMES.map(
  (name) => [name, FIELD_PRESENTERS[recordFields[name].others] as FieldPresenter<Audience>] as const,
);

function publicFields(row: RecordRow): PublicValues {
  const values: Record<string, unknown> = {};
  for (const [name, present] of PUBLIC_FIELDS) values[name] = present(row, name);
  return values as PublicValues;
}

/** A changed record for its owner, or its tombstone. */
export function presentChange(context: Context, row: OwnRow): OwnObservation | Tombstone {
  return row.is_deleted ? { id: row.id, version: row.version, deleted: true } : presentOwn(context, row);
}

function presentTaxon(row: RelatedColumns): TaxonSummary | null {
  if (row.taxon_id === null) return null;
  return {
    id: row.taxon_id,
    name: row.taxon_name!,
    scientific_name: row.taxon_scientific_name!,
    rank: row.taxon_rank!,
    group: row.taxon_group!,
    image_url: row.taxon_has_image ? `/api/taxon/${row.taxon_id}/image` : null,
  };
}

/** Others see only photos whose bytes the server has. */
function photos(context: Context, row: RelatedColumns, isOwner: boolean): PublicObservation['media'] {
  const now = context.now();
  const shown = isOwner ? row.media : row.media.filter((photo) => photo.state !== null);
  return shown.map((photo) => presentMedia(context, photo, isOwner, now));
}

/** The date of a record in whole months or years. */
function months({ observed_from: from, observed_to: to }: RecordRow): string | null {
  return from && to && inMonths({ from, to });
}

import type { FieldArea, ValidatorField } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { areaOfRing } from '../geo/place-area.ts';
import { closeDays, matches, type RecordFilter } from '../observations/filter/record-filter.ts';
import { isInProject } from '../projects/records-store.ts';

export interface FieldRow {
  taxon_group: ValidatorField['group'];
  country_code: ValidatorField['country'];
  area: FieldArea | null;
  from_day: string | null;
  to_day: string | null;
  project_id: string | null;
}

export const presentField = (row: FieldRow): ValidatorField => ({
  group: row.taxon_group,
  country: row.country_code,
  area: row.area,
  from: row.from_day,
  to: row.to_day,
  project_id: row.project_id,
});

/** The records that a person may decide about. */
export async function listFields(on: Db | Tx, userId: string): Promise<FieldRow[]> {
  return on
    .selectFrom('validators')
    .select(['taxon_group', 'country_code', 'area', 'from_day', 'to_day', 'project_id'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Whether a person with these fields may decide about the record `o`: one of somebody else, in one of the fields by what everybody may
 * know of it. Validators see hidden records as everybody does (decision 0079).
 */
export function isInFields(fields: readonly FieldRow[], userId: string): RawBuilder<boolean> {
  if (fields.length === 0) return sql<boolean>`false`;
  const each = fields.map((field) => matches(filterOf(field, userId), false));
  return sql<boolean>`(o.user_id <> ${userId} and (${sql.join(each, sql` or `)}))`;
}

/** A field is a filter of records like any other (decision 0077). */
function filterOf({ taxon_group, country_code, area, from_day, to_day, project_id }: FieldRow, userId: string): RecordFilter {
  return {
    group: taxon_group ?? undefined,
    country: country_code,
    between: closeDays(from_day, to_day),
    place: area ? { area: areaOfRing(area), callerId: userId } : undefined,
    isInProject: project_id === null ? undefined : isInProject({ id: project_id, part_ids: [] }, userId),
  };
}

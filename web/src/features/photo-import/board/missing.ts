import { dayRange, type ObservationDraft } from '@veld/contract';
import { readFormRecord, withTypedName } from '../../recording/data';
import type { Group } from './board';

/** What a record may be saved without, but should have. */
export const MISSABLE = ['species', 'date', 'place'] as const;
export type Missable = (typeof MISSABLE)[number];

type Facts = Pick<ObservationDraft, 'taxon_id' | 'verbatim_name' | 'observed_on' | 'latitude'>;

/** What a record lacks; a name in the person's own words is a species. */
export function listMissing({ taxon_id, verbatim_name, observed_on, latitude }: Facts): Missable[] {
  const has: Record<Missable, boolean> = {
    species: taxon_id != null || (verbatim_name ?? '').trim() !== '',
    date: observed_on != null && dayRange(observed_on) !== null,
    place: latitude != null,
  };
  return MISSABLE.filter((what) => !has[what]);
}

const known = new WeakMap<Group, readonly Missable[]>();

/** What a record on the board would be saved without. */
export function missingOnBoard(group: Group): readonly Missable[] {
  const before = known.get(group);
  if (before) return before;
  const missing = listMissing(readFormRecord(withTypedName(group.values)));
  known.set(group, missing);
  return missing;
}

/** How many records lack each of it. */
export function countMissing(groups: readonly Group[]): Record<Missable, number> {
  const counts = { species: 0, date: 0, place: 0 };
  for (const group of groups) for (const what of missingOnBoard(group)) counts[what] += 1;
  return counts;
}

/** The next record after `id` that lacks `what`, or null after the last. */
export function nextMissing(groups: readonly Group[], id: string, what: Missable): Group | null {
  const at = groups.findIndex((group) => group.id === id);
  return groups.slice(at + 1).find((group) => missingOnBoard(group).includes(what)) ?? null;
}

import {
  dayRange,
  findMissing,
  findProjectSpan,
  type Geoprivacy,
  type ProjectArea,
  type ProjectGoal,
  type RequiredField,
  shownCell,
  type TaxonGroup,
  type UncountedReason,
} from '@veld/contract';
import { hasBox, isInRings } from '@veld/geometry';

/** What a project asks of a record. */
export interface ProjectRules {
  /** First and last day, YYYY-MM-DD. */
  start_on: string;
  end_on: string;
  /** HH:MM in the time zone; null for the whole day. */
  start_time: string | null;
  end_time: string | null;
  time_zone: string;
  area: ProjectArea;
  taxon_ids: readonly number[];
  groups: readonly TaxonGroup[];
  goals: readonly ProjectGoal[];
  photo_required: boolean;
  required_fields: readonly RequiredField[];
  max_uncertainty_m: number | null;
  confirmed_only: boolean;
}

/** What everybody may know of a record, apart from the days of one that hides its place, which are used by their months only. */
export interface RecordFacts {
  /** Of a species that was found, neither deleted, a tick, nor hidden by a moderator. */
  is_counted: boolean;
  observed_from: string | null;
  observed_to: string | null;
  /** Its instant, if it has a time of day. */
  observed_at: Date | null;
  geoprivacy: Geoprivacy;
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  public_country_code: string | null;
  /** Its taxon and all above it. */
  lineage: readonly number[];
  taxon_group: TaxonGroup | null;
  has_photo: boolean;
  /** Those of the fields that projects can require which it has. */
  fields: readonly RequiredField[];
  quality: 'casual' | 'needs_id' | 'confirmed';
}

/**
 * Whether a record of a participant counts for a project (decision 0047). It depends only on what everybody may know of the record, so
 * that no project, whatever its dates and area, tells more:
 *
 * - Dates: all of its days are within the project. Where the project begins or ends at a time of day, the instant of the record decides;
 *   without a time, none of its days may be a part day. Of a record that hides its place, all of its months are within the project, and
 *   none of their days is a part day.
 * - Area: an open place lies in it, or all of the grid cell of an obscured one. A private place is in no area but the world.
 * - Taxa: its taxon is one of those of the project or below one, or in one of its groups. A project without any takes all.
 * - It has a photo, the fields and the accuracy of its public place that the project asks for, and is confirmed where it asks for that.
 */
export function belongs(rules: ProjectRules, record: RecordFacts): boolean {
  return (
    record.is_counted &&
    isInDates(rules, record) &&
    isInArea(rules.area, record) &&
    isOfTaxa(rules, record) &&
    listMissing(rules, record).length === 0 &&
    (record.quality === 'confirmed' || !rules.confirmed_only)
  );
}

function isInDates(rules: ProjectRules, { observed_from, observed_to, observed_at, geoprivacy }: RecordFacts): boolean {
  if (observed_from === null || observed_to === null) return false;
  const isOpen = geoprivacy === 'open';
  const first = isOpen ? observed_from : monthOf(observed_from).from;
  const last = isOpen ? observed_to : monthOf(observed_to).to;
  const at = isOpen ? observed_at : null;
  return isAfterStart(rules, first, at) && isBeforeEnd(rules, last, at);
}

const listMissing = (rules: ProjectRules, { has_photo, fields, public_uncertainty_m }: RecordFacts) =>
  findMissing(rules, { has_photo, fields, uncertainty_m: public_uncertainty_m });

function isAfterStart(rules: ProjectRules, first: string, at: Date | null): boolean {
  if (rules.start_time === null) return first >= rules.start_on;
  return at === null ? first > rules.start_on : at >= findProjectSpan(rules).from;
}

function isBeforeEnd(rules: ProjectRules, last: string, at: Date | null): boolean {
  if (rules.end_time === null) return last <= rules.end_on;
  return at === null ? last < rules.end_on : at < findProjectSpan(rules).until;
}

/**
 * Why a record does not count, for the person who made it: one of the days, taxa and area of the project, or one that hides its place.
 * Empty for a record that counts, and for one that has nothing to do with the project.
 */
export function listReasons(rules: ProjectRules, record: RecordFacts): UncountedReason[] {
  const { observed_from, observed_to, observed_at, geoprivacy } = record;
  if (!record.is_counted || observed_from === null || observed_to === null || !isOfTaxa(rules, record)) return [];
  if (observed_from < rules.start_on || observed_to > rules.end_on) return [];
  const reasons: UncountedReason[] = [];
  const isOpen = geoprivacy === 'open';
  if (!(isOpen ? isInArea(rules.area, record) : mayBeInArea(rules.area, record))) return [];
  if (!isOpen && !(isInDates(rules, record) && isInArea(rules.area, record))) reasons.push('hidden');
  if (isOpen && !isInDates(rules, record)) reasons.push(observed_at === null ? 'no_time' : 'outside_hours');
  reasons.push(...listMissing(rules, record));
  if (rules.confirmed_only && record.quality !== 'confirmed') reasons.push('unconfirmed');
  return reasons;
}

function isInArea(area: ProjectArea, facts: RecordFacts): boolean {
  const { geoprivacy, public_latitude, public_longitude, public_uncertainty_m, public_country_code } = facts;
  if (area.type === 'worldwide') return true;
  if (geoprivacy === 'private') return false;
  if (area.type === 'countries') return public_country_code !== null && area.countries.includes(public_country_code);
  if (public_latitude === null || public_longitude === null || area.geometry.type !== 'Polygon') return false;
  const rings = area.geometry.coordinates;
  if (geoprivacy === 'open') return isInRings(rings, public_longitude, public_latitude);
  const shown = { latitude: public_latitude, longitude: public_longitude, coordinate_uncertainty_m: public_uncertainty_m };
  return hasBox(rings, shownCell(shown));
}

/** Whether the middle of the grid cell of a record is in an area; of a private one, nothing is known. */
function mayBeInArea(area: ProjectArea, record: RecordFacts): boolean {
  return record.geoprivacy === 'private' || isInArea(area, { ...record, geoprivacy: 'open' });
}

/** For which goals about a taxon or a group a record counts: bit n for the n-th goal. */
export function matchGoals(goals: readonly ProjectGoal[], { lineage, taxon_group }: Pick<RecordFacts, 'lineage' | 'taxon_group'>): number {
  return goals.reduce((bits, goal, at) => {
    const isMatch = goal.kind === 'taxon' ? lineage.includes(goal.taxon_id) : goal.kind === 'group' && goal.group === taxon_group;
    return isMatch ? bits | (1 << at) : bits;
  }, 0);
}

function isOfTaxa({ taxon_ids, groups }: ProjectRules, { lineage, taxon_group }: RecordFacts): boolean {
  if (taxon_ids.length === 0 && groups.length === 0) return true;
  return (taxon_group !== null && groups.includes(taxon_group)) || lineage.some((id) => taxon_ids.includes(id));
}

const monthOf = (day: string) => dayRange(day.slice(0, 7))!;

import { dayRange, type Geoprivacy, type ProjectArea, shownCell, type TaxonGroup } from '@veld/contract';
import { hasBox, isInRings } from '@veld/geometry';

/** What a project asks of a record. */
export interface ProjectRules {
  /** First and last day, YYYY-MM-DD. */
  start_on: string;
  end_on: string;
  area: ProjectArea;
  taxon_ids: readonly number[];
  groups: readonly TaxonGroup[];
  photo_required: boolean;
  confirmed_only: boolean;
}

/** What everybody may know of a record, apart from the days of one that hides its place, which are used by their months only. */
export interface RecordFacts {
  /** Of a species that was found, neither deleted, a tick, nor hidden by a moderator. */
  is_counted: boolean;
  observed_from: string | null;
  observed_to: string | null;
  geoprivacy: Geoprivacy;
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  public_country_code: string | null;
  /** Its taxon and all above it. */
  lineage: readonly number[];
  taxon_group: TaxonGroup | null;
  has_photo: boolean;
  quality: 'casual' | 'needs_id' | 'confirmed';
}

/**
 * Whether a record of a participant counts for a project (decision 0047). It depends only on what everybody may know of the record, so
 * that no project, whatever its dates and area, tells more:
 *
 * - Dates: all of its days are within the project. Of a record that hides its place, all of its months are.
 * - Area: an open place lies in it, or all of the grid cell of an obscured one. A private place is in no area but the world.
 * - Taxa: its taxon is one of those of the project or below one, or in one of its groups. A project without any takes all.
 * - It has a photo, or is confirmed, where the project asks for that.
 */
export function belongs(rules: ProjectRules, record: RecordFacts): boolean {
  return (
    record.is_counted &&
    isInDates(rules, record) &&
    isInArea(rules.area, record) &&
    isOfTaxa(rules, record) &&
    (record.has_photo || !rules.photo_required) &&
    (record.quality === 'confirmed' || !rules.confirmed_only)
  );
}

function isInDates({ start_on, end_on }: ProjectRules, { observed_from, observed_to, geoprivacy }: RecordFacts): boolean {
  if (observed_from === null || observed_to === null) return false;
  if (geoprivacy === 'open') return observed_from >= start_on && observed_to <= end_on;
  return monthOf(observed_from).from >= start_on && monthOf(observed_to).to <= end_on;
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

function isOfTaxa({ taxon_ids, groups }: ProjectRules, { lineage, taxon_group }: RecordFacts): boolean {
  if (taxon_ids.length === 0 && groups.length === 0) return true;
  return (taxon_group !== null && groups.includes(taxon_group)) || lineage.some((id) => taxon_ids.includes(id));
}

const monthOf = (day: string) => dayRange(day.slice(0, 7))!;

import { dayRange, type Geoprivacy, type ObscuredCell, obscuredCell, type ObscuringGrid, type PlaceGeometry } from '@veld/contract';
import { wrapLongitude, meetsBox } from '@veld/geometry';
import { countryAt } from '@veld/geography';

/** A rule as far as it decides about a record of its taxon. */
export interface MatchedRule {
  id: string;
  country_code: string | null;
  area: PlaceGeometry | null;
  months: readonly number[];
  grid_km: ObscuringGrid | null;
}

/** What decides how much others see of a place. */
export interface HidingFacts {
  /** What the owner wishes. */
  geoprivacy: Geoprivacy;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  observed_on?: string | null | undefined;
}

/** How much others see of a place. */
export interface Hiding {
  geoprivacy: Geoprivacy;
  /** Of an obscured place. */
  grid: ObscuringGrid;
  /** The rule that hides it; null where only the owner does. */
  ruleId: string | null;
  /** What the owner wished, where a rule hides more. */
  wished: Geoprivacy | null;
}

/**
 * The stricter of what the owner wishes and what the rules for the taxon of a record say (decision 0080). Whether a rule applies depends
 * only on what others see of the record that it hides, its months and its cell, so that it tells no more about the place.
 */
export function chooseHiding(facts: HidingFacts, rules: readonly MatchedRule[]): Hiding {
  const { geoprivacy: wish } = facts;
  const own: Hiding = { geoprivacy: wish, grid: 10, ruleId: null, wished: null };
  const { latitude, longitude } = facts;
  // That a rule applies to a place that nobody sees would say where it is.
  if (wish === 'private' || latitude == null || longitude == null) return own;
  const [strictest] = rules
    .filter((rule) => isInSeason(rule, facts.observed_on) && isInArea(rule, latitude, longitude))
    .toSorted((one, other) => widthOf(other) - widthOf(one) || (one.id < other.id ? -1 : 1));
  if (!strictest) return own;
  const geoprivacy = strictest.grid_km === null ? 'private' : 'obscured';
  return { geoprivacy, grid: strictest.grid_km ?? 10, ruleId: strictest.id, wished: geoprivacy === wish ? null : wish };
}

const widthOf = ({ grid_km }: MatchedRule) => grid_km ?? Infinity;

/** Whether a rule is about one of the months of a record. A record without a date may be of any month. */
function isInSeason({ months }: MatchedRule, observedOn: string | null | undefined): boolean {
  const days = observedOn ? dayRange(observedOn) : null;
  if (months.length === 0 || !days) return true;
  const [first, last] = [monthNumber(days.from), monthNumber(days.to)];
  if (last - first >= 11) return true;
  return months.some((month) => (month - 1 - (first % 12) + 12) % 12 <= last - first);
}

/** Months since the year 0. */
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Whether the cell that others would see has a part in the area of the rule. */
function isInArea({ country_code: country, area, grid_km }: MatchedRule, latitude: number, longitude: number): boolean {
  if (country === null && area === null) return true;
  const cell = obscuredCell(latitude, longitude, grid_km ?? 10);
  if (area?.type === 'Polygon') return meetsBox(area.coordinates, cell);
  if (country === null) return false;
  // A country smaller than the steps between the points is found by the place itself.
  return [[latitude, longitude] as const, ...pointsOf(cell, grid_km ?? 10)].some(
    ([north, east]) => countryAt({ latitude: north, longitude: wrapLongitude(east) }) === country,
  );
}

/** The least number of steps between the points of a cell. */
const STEPS = 4;

/** Points all over a cell, its corners among them. */
function pointsOf({ south, north, west, east }: ObscuredCell, grid: ObscuringGrid): (readonly [number, number])[] {
  const steps = Math.max(STEPS, grid / 10);
  const at = Array.from({ length: steps + 1 }, (_, step) => step / steps);
  // Corners lie a little inside, so that the country beyond the antimeridian is not one of the cell.
  const within = (from: number, to: number, part: number) => from + (to - from) * Math.min(0.9999, Math.max(0.0001, part));
  return at.flatMap((up) => at.map((right) => [within(south, Math.min(90, north), up), within(west, east, right)] as const));
}

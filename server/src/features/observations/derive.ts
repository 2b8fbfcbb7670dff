import {
  casualReasons,
  type DayRange,
  dayRange,
  type Geoprivacy,
  resolveInstant,
  isEmptyObservation,
  mapKey,
  type ObservationDraft,
  obscuredCell,
} from '@veld/contract';
import type { Hiding } from '../sensitive/match.ts';
import { findCountry, countryOfCell } from './country.ts';
import { wordsOfCell, wordsOfPoint } from './place-words.ts';

/** Columns computed from a draft and stored with it, so that they are computed in one place only. */
export interface Derived extends Projection {
  observed_from: string | null;
  observed_to: string | null;
  observed_at: string | null;
  country_code: string | null;
  /** Words in no language, as JSON (`place-words.ts`). */
  place: string | null;
  is_empty: boolean;
  /** Before its identifications are counted (`grade.ts`). */
  quality: 'casual' | 'needs_id';
}

/** What others see of a place. */
export interface Projection {
  /** The stricter of what the owner wishes, which is `owner_geoprivacy` if it is less, and what a rule says. */
  geoprivacy: Geoprivacy;
  owner_geoprivacy: Geoprivacy | null;
  hiding_rule_id: string | null;
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  public_country_code: string | null;
  public_place: string | null;
  /** Null for cells of the coarser grids too: on a map, all cells are of the finest one. */
  map_key: number | null;
}

/** Below every real date: the position of a hidden record without a date. */
const NO_DAY = '0001-01-01T00:00:00Z';

export function derive(draft: ObservationDraft, hiding: Hiding): Derived {
  const days = draft.observed_on ? dayRange(draft.observed_on) : null;
  const { latitude, longitude } = draft;
  const hasPlace = latitude != null && longitude != null;
  const place: TruePlace | null = hasPlace
    ? { latitude, longitude, country: findCountry(latitude, longitude), words: JSON.stringify(wordsOfPoint(latitude, longitude)) }
    : null;
  return {
    observed_from: days?.from ?? null,
    observed_to: days?.to ?? null,
    observed_at: instant(draft, days),
    country_code: place?.country ?? null,
    place: place?.words ?? null,
    ...projectPlace(draft, place, hiding),
    is_empty: isEmptyObservation(draft),
    quality: casualReasons(draft).length === 0 ? 'needs_id' : 'casual',
  };
}

interface TruePlace {
  latitude: number;
  longitude: number;
  country: string | null;
  words: string;
}

/** The public projection of the place (decision 0016): the point itself, its grid cell, or nothing. */
function projectPlace(draft: ObservationDraft, place: TruePlace | null, { geoprivacy, grid, ruleId, wished }: Hiding): Projection {
  const hiding = { geoprivacy, owner_geoprivacy: wished, hiding_rule_id: ruleId };
  if (!place || geoprivacy === 'private') {
    return {
      ...hiding,
      public_latitude: null,
      public_longitude: null,
      public_uncertainty_m: null,
      public_country_code: null,
      public_place: null,
      map_key: null,
    };
  }
  const { latitude, longitude, country, words } = place;
  if (geoprivacy === 'obscured') {
    const cell = obscuredCell(latitude, longitude, grid);
    return {
      ...hiding,
      public_latitude: cell.latitude,
      public_longitude: cell.longitude,
      public_uncertainty_m: cell.coordinate_uncertainty_m,
      public_country_code: countryOfCell(cell),
      public_place: JSON.stringify(wordsOfCell(cell)),
      map_key: grid === 10 ? mapKey(cell.latitude, cell.longitude) : null,
    };
  }
  return {
    ...hiding,
    public_latitude: latitude,
    public_longitude: longitude,
    public_uncertainty_m: draft.coordinate_uncertainty_m ?? null,
    public_country_code: country,
    public_place: words,
    map_key: mapKey(latitude, longitude),
  };
}

/** The instant of the local time. Null without a day, time or zone, and for years other than 1 to 9999, which JSON writes differently. */
function instant({ observed_time: time, time_zone: zone }: ObservationDraft, days: DayRange | null): string | null {
  if (!time || !zone) return null;
  if (!days || days.from !== days.to) return null;
  const at = resolveInstant(days.from, time, zone);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at.toISOString() : null;
}

/**
 * The position of a record in public lists. Null for an open record: the time of its first save. A record that hides its place is
 * listed at the first day of its month, because its position must not depend on when it was saved (decision 0016).
 */
export function listedAt(draft: Pick<ObservationDraft, 'geoprivacy' | 'observed_on'>): string | null {
  if (draft.geoprivacy === 'open') return null;
  const days = draft.observed_on ? dayRange(draft.observed_on) : null;
  return days ? `${days.from.slice(0, 7)}-01T00:00:00Z` : NO_DAY;
}

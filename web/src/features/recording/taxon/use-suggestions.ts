import type { TaxonSummary } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNow } from '../../../device/use-now';
import type { Pins } from '../../../local/device/pins';
import { ownPresentRecords } from '../../../local/records/in-memory/own-present-records';
import { cachedPresentRecords, type PresentRecord, recentPresentRecords } from '../../../local/records/present-records';
import { currentDatabase, useUser } from '../../../shared/session/session';
import { type Place, useLikelySpecies } from '../../../shared/frequencies/data';
import { describeShare } from '../../../shared/frequencies/words';
import { type BrowseFilter, readRarity, summarizeTaxon, useBrowse, useTaxa } from '../../../shared/taxa/data';
import { type ExpectedTaxon, rankSuggestions, recentTaxonIds, type Suggestion } from './suggestions';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';

const LATEST = 200;
const COMMON: BrowseFilter = { rank: 'species', limit: 60 };
const COMMON_HERE: BrowseFilter = { ...COMMON, copy: 'country' };
/** Delay before all records are read, so that the screen renders first. */
const READ_ALL_AFTER_MS = 300;
/** In every time zone, midnight is at a full quarter of an hour (UTC). */
const QUARTER_HOUR_MS = 900_000;

export interface SuggestionContext {
  place: { latitude: number | null; longitude: number | null };
  /** The day of the record, if known; else today. */
  day?: string;
  pins: Pins;
}

export interface Suggestions {
  /** Pinned, then recently saved species. Data loaded later does not reorder them. */
  recent: Suggestion[];
  /** Other species, best first. */
  likely: Suggestion[];
}

const NOTHING: PresentRecord[] = [];

/** Species suggested before anything is typed, from data on this device. Undefined while loading. */
export function useSuggestions(
  { place, day, pins }: SuggestionContext,
  limits: { recent: number; likely: number },
): Suggestions | undefined {
  const database = currentDatabase();
  const { country_code } = useUser();
  const latest = useLiveQuery(() => recentPresentRecords(database, LATEST), [database]);
  const common = useBrowse(country_code === null ? COMMON : COMMON_HERE);
  const store = ownPresentRecords(database);
  const own = useSyncExternalStore(store.subscribe, store.current);
  const [others, setOthers] = useState(NOTHING);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const [cached] = await Promise.all([cachedPresentRecords(database), store.ready()]);
      if (isCurrent) setOthers(cached);
    };
    // Suggestions work without data that cannot be read.
    const timer = setTimeout(() => void read().catch((error: unknown) => console.error('Suggestions', error)), READ_ALL_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [database, store]);

  // While measuring, the place moves by metres; the ranking is not recomputed for that.
  const latitude = rounded(place.latitude);
  const longitude = rounded(place.longitude);
  const pinned = useMemo(() => pinnedTaxon(pins), [pins]);
  const now = useNow(QUARTER_HOUR_MS);
  const today = day ?? wallClock(deviceTimeZone(), new Date(now)).day;
  const point = useMemo(() => (latitude === null || longitude === null ? null : { latitude, longitude }), [latitude, longitude]);
  const expected = useExpected(point, today);
  // Ranked with low priority, so that typing stays responsive.
  const facts = useDeferredValue(
    useMemo(
      () => ({ latest, own, others, common, expected, point, today, pinned }),
      [latest, own, others, common, expected, point, today, pinned],
    ),
  );
  const { recent: recentLimit, likely: likelyLimit } = limits;
  return useMemo(() => {
    if (!facts.latest) return undefined;
    // The latest records are read first, all others later.
    const known = new Map([...facts.own, ...facts.latest].map((one) => [one.id, one]));
    const ranked = rankSuggestions({
      place: facts.point,
      today: facts.today,
      now,
      pinned: facts.pinned,
      own: [...known.values()],
      others: facts.others,
      // Until it is known whether there are enough lists, nothing is suggested that ignores the season.
      expected: facts.expected === undefined ? NONE_EXPECTED : facts.expected,
      common: (facts.common ?? []).map((taxon) => ({ taxon: summarizeTaxon(taxon), rarity: readRarity(taxon) })),
    });
    const byId = new Map(ranked.map((one) => [one.taxon.id, one]));
    const first = facts.pinned ? [facts.pinned.id] : [];
    const latestIds = recentTaxonIds(facts.latest, recentLimit).filter((id) => !first.includes(id));
    const recent = [...first, ...latestIds].flatMap((id) => byId.get(id) ?? []);
    const shown = new Set(recent.map(({ taxon }) => taxon.id));
    return { recent, likely: ranked.filter(({ taxon }) => !shown.has(taxon.id)).slice(0, likelyLimit) };
  }, [facts, now, recentLimit, likelyLimit]);
}

/** How many of the species to expect are considered. */
const MAX_EXPECTED = 60;
const NONE_EXPECTED: readonly ExpectedTaxon[] = [];
const NO_IDS: readonly number[] = [];

/** The species to expect at a place on a day, from everyone's lists; null if these are too few, undefined while loading. */
function useExpected(place: Place | null, day: string): readonly ExpectedTaxon[] | null | undefined {
  const likely = useLikelySpecies(place, day);
  const ids = useMemo(() => likely?.species.slice(0, MAX_EXPECTED).map(({ taxon_id }) => taxon_id) ?? NO_IDS, [likely]);
  const taxa = useTaxa(ids);
  return useMemo(() => {
    if (!likely || !taxa) return likely === null ? null : undefined;
    const byId = new Map(taxa.map((taxon) => [taxon.id, taxon]));
    return likely.species.slice(0, MAX_EXPECTED).flatMap((one) => {
      const taxon = byId.get(one.taxon_id);
      return taxon ? [{ taxon: summarizeTaxon(taxon), share: describeShare(likely, one), frequency: one.frequency }] : [];
    });
  }, [likely, taxa]);
}

/** Rounds to about 100 m. */
function rounded(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 1000) / 1000;
}

/** The pinned taxon. */
function pinnedTaxon(pins: Pins): TaxonSummary | null {
  const taxon = pins.taxon?.taxon as TaxonSummary | null | undefined;
  return taxon && typeof taxon.id === 'number' && typeof taxon.name === 'string' ? taxon : null;
}

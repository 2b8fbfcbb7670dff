import type { TaxonGroup, TaxonSummary } from '@veld/contract';
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNow } from '../../../device/use-now';
import { useThrottledQuery } from '../../../device/use-throttled-query';
import type { Pins } from '../../../local/device/pins';
import { ownPresentRecords } from '../../../local/records/in-memory/own-present-records';
import {
  cachedPresentRecords,
  type PresentRecord,
  presentRecordsSince,
  recentPresentRecords,
} from '../../../local/records/present-records';
import { currentDatabase, useUser } from '../../../shared/session/session';
import { type Place, usePlaceCountry } from '../../../shared/frequencies/data';
import { useLikelyAtPlace } from '../../../shared/frequencies/data';
import { describeShare } from '../../../shared/frequencies/words';
import { type BrowseFilter, readRarity, summarizeTaxon, type Taxon, useBrowse, useTaxa } from '../../../shared/taxa/data';
import { type ExpectedTaxon, rankSuggestions, recentTaxonIds, type Suggestion } from './suggestions';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';

/** How many of the latest records are read while all others are not in memory. */
const LATEST = 200;
const COMMON: BrowseFilter = { rank: 'species', limit: 240 };
const COMMON_HERE: BrowseFilter = { ...COMMON, copy: 'country' };
/** Delay before all records are read, so that the screen renders first. */
const READ_ALL_AFTER_MS = 300;
/** In every time zone, midnight is at a full quarter of an hour (UTC). */
const QUARTER_HOUR_MS = 900_000;

/** First and last month in which much of a group can be found outside, where there is a winter; of the northern hemisphere. */
const MONTHS: { readonly [G in TaxonGroup]?: readonly [number, number] } = {
  amphibian: [3, 10],
  reptile: [4, 9],
  butterfly: [4, 9],
  dragonfly: [5, 9],
  insect: [4, 10],
  spider: [4, 11],
  plant: [4, 9],
  fungus: [8, 12],
};
/** Nearer to the equator there is no winter. */
const TROPICS = 25;
/** What is left of a group out of its season. */
const OUT_OF_SEASON = 0.1;
/** Countries of the southern hemisphere outside the tropics. */
const SOUTHERN = new Set(['AR', 'AU', 'BW', 'CL', 'LS', 'NA', 'NZ', 'PY', 'SZ', 'UY', 'ZA']);
/** Other countries wholly or largely in the tropics, where people of the app's languages live. */
const TROPICAL = new Set([
  'AO',
  'BO',
  'BR',
  'CO',
  'CR',
  'CU',
  'CV',
  'DO',
  'EC',
  'GT',
  'GW',
  'HN',
  'MX',
  'MZ',
  'NI',
  'PA',
  'PE',
  'SR',
  'SV',
  'VE',
  'ZW',
]);

export interface SuggestionContext {
  place: { latitude: number | null; longitude: number | null };
  /** The day of the record; today without one, null if it has no date. */
  day?: string | null;
  pins: Pins;
}

export interface Suggestions {
  /** Pinned, then recently saved species. Data loaded later does not reorder them. */
  recent: Suggestion[];
  /** Other species, best first. */
  likely: Suggestion[];
  /** Where and when they are likely. */
  at: SuggestedAt;
}

/** What suggestions are for. `month`: 1 to 12; null without a date. */
export interface SuggestedAt {
  /** The country of the place; null if it is not known. */
  country: string | null;
  month: number | null;
  hasPlace: boolean;
  /** In another country than the person's, of which nothing is known for this time. */
  isUnknown: boolean;
}

const NOTHING: PresentRecord[] = [];

/** Species suggested before anything is typed, from data on this device. Undefined while loading. */
export function useSuggestions(
  { place, day, pins }: SuggestionContext,
  limits: { recent: number; likely: number },
): Suggestions | undefined {
  const database = currentDatabase();
  const { country_code: home } = useUser();
  const store = ownPresentRecords(database);
  const own = useSyncExternalStore(store.subscribe, store.current);
  // Once all are in memory, only those saved since the last change there are read, and nothing waits for them.
  const [before] = useState(() => ({ savedAt: own.length > 0 ? lastSavedAt(own) : null, isCurrent: store.isCurrent() }));
  // While a tally is saved, each record changes it.
  const latest =
    useThrottledQuery(
      () => (before.savedAt === null ? recentPresentRecords(database, LATEST) : presentRecordsSince(database, before.savedAt)),
      [database],
    ) ?? (before.isCurrent ? NOTHING : undefined);
  const common = useBrowse(home === null ? COMMON : COMMON_HERE);
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
  const thisDay = useMemo(() => wallClock(deviceTimeZone(), new Date(now)).day, [now]);
  const today = day ?? thisDay;
  const isDated = day !== null;
  const point = useMemo(() => (latitude === null || longitude === null ? null : { latitude, longitude }), [latitude, longitude]);
  const country = usePlaceCountry(point);
  // The common species of the person's country say nothing of another one.
  const isAbroad = country != null && home !== null && country !== home;
  const expected = useExpected(point, country, isDated ? today : null);
  // Ranked with low priority, so that typing stays responsive.
  const facts = useDeferredValue(
    useMemo(
      () => ({
        latest,
        own,
        others,
        common: isAbroad ? NO_TAXA : common,
        expected,
        point,
        today,
        pinned,
        home,
        isAbroad,
        isDated,
        country,
      }),
      [latest, own, others, common, expected, point, today, pinned, home, isAbroad, isDated, country],
    ),
  );
  const { recent: recentLimit, likely: likelyLimit } = limits;
  return useMemo(() => {
    if (!facts.latest) return undefined;
    // The latest records are read first, all others later.
    const month = Number(facts.today.slice(5, 7));
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
      groupSeason: facts.isDated
        ? (group) => groupSeason(group, month, { latitude: facts.point?.latitude ?? null, country: facts.home })
        : () => 1,
    });
    const byId = new Map(ranked.map((one) => [one.taxon.id, one]));
    const first = facts.pinned ? [facts.pinned.id] : [];
    const latestIds = recentTaxonIds(known.values(), recentLimit).filter((id) => !first.includes(id));
    const recent = [...first, ...latestIds].flatMap((id) => byId.get(id) ?? []);
    const shown = new Set(recent.map(({ taxon }) => taxon.id));
    return {
      recent,
      likely: ranked.filter(({ taxon }) => !shown.has(taxon.id)).slice(0, likelyLimit),
      at: {
        country: facts.country ?? null,
        month: facts.isDated ? month : null,
        hasPlace: facts.point !== null,
        isUnknown: facts.isAbroad && facts.expected === null,
      },
    };
  }, [facts, now, recentLimit, likelyLimit]);
}

/** How many of the species to expect are considered. */
const MAX_EXPECTED = 120;
const NONE_EXPECTED: readonly ExpectedTaxon[] = [];
const NO_IDS: readonly number[] = [];
const NO_TAXA: readonly Taxon[] = [];
const ANY_DAY = '2001-01-01';

/**
 * The species to expect at a place in a country on a day, from everyone's lists; null if these are too few or there is no day, undefined
 * while loading.
 */
function useExpected(
  place: Place | null,
  country: string | null | undefined,
  day: string | null,
): readonly ExpectedTaxon[] | null | undefined {
  const found = useLikelyAtPlace(country, place, day ?? ANY_DAY);
  const likely = day === null ? null : found;
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

/** The time in milliseconds at which the last of some records was saved. */
function lastSavedAt(records: readonly PresentRecord[]): number {
  return records.reduce((last, { saved_at }) => Math.max(last, saved_at), 0);
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

/**
 * How much of a group there is to see in a month (1 to 12), from 0 to 1, as far as the latitude says; without one, as far as the country
 * does. It orders suggestions where no records say what people find then.
 */
function groupSeason(group: TaxonGroup, month: number, { latitude, country }: { latitude: number | null; country: string | null }): number {
  const season = MONTHS[group];
  if (!season) return 1;
  const isTropical = latitude === null ? TROPICAL.has(country ?? '') : Math.abs(latitude) < TROPICS;
  if (isTropical) return 1;
  const isSouthern = latitude === null ? SOUTHERN.has(country ?? '') : latitude < 0;
  const northern = isSouthern ? ((month + 5) % 12) + 1 : month;
  return northern >= season[0] && northern <= season[1] ? 1 : OUT_OF_SEASON;
}

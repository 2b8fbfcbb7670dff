import { dayRange, type TaxonSummary } from '@veld/contract';

/** A record as far as suggestions need it. */
export interface Sighting {
  taxon: TaxonSummary;
  observed_on: string | null;
  latitude: number | null;
  longitude: number | null;
  /** When it was saved; 0 for records of others. */
  saved_at: number;
}

/** A species of the country's list, commonest first in its list. */
export interface CommonTaxon {
  taxon: TaxonSummary;
  /** 1 very common to 5 rare. */
  rarity: number;
}

/** Why a species is offered. `times` are days, so that a flock entered one by one is seen once. */
export type SuggestionReason =
  | { kind: 'locked' }
  | { kind: 'here' | 'others_here'; times: number; when: 'month' | 'season' | 'any' }
  | { kind: 'season'; times: number }
  | { kind: 'recent'; at: number }
  | { kind: 'common' };

export interface Suggestion {
  taxon: TaxonSummary;
  score: number;
  reason: SuggestionReason;
}

export interface SuggestionFacts {
  /** Where the person is; null while nobody knows, and then nothing is said about "here". */
  place: { latitude: number; longitude: number } | null;
  /** Today where the person is: YYYY-MM-DD. */
  today: string;
  now: number;
  locked: TaxonSummary | null;
  own: readonly Sighting[];
  /** Records of others that the device keeps; only those whose place is open. */
  others: readonly Sighting[];
  common: readonly CommonTaxon[];
}

/**
 * What each ground for a suggestion is worth. Own records near by weigh most, because who comes back to a place mostly meets
 * what lives there; others' records near by come second; what was seen last is worth nearly as much and halves every
 * three days; the country's commonest fill up what is left.
 */
export const WEIGHTS = {
  /** Above everything else: the person said so. */
  locked: 1000,
  /** For one day on which it was recorded here at this time of year; the second day adds less than the first. */
  here: 10,
  others_here: 4,
  /** As `here`, wherever it was. */
  season: 2.5,
  recent: 8,
  /** For the first very common species of the list. */
  common: 4,
} as const;

/** Near enough to be "here". */
export const HERE_KM = 5;
/** At the edge of "here" a record weighs this much of one on the spot. */
const EDGE = 0.4;
/** The same time of year: so many days before and after. */
const SEASON_DAYS = 30;
const OTHER_SEASON = 0.3;
const UNDATED = 0.5;
const HALF_LIFE_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;

interface Grounds {
  taxon: TaxonSummary;
  here: Set<string>;
  hereInSeason: Set<string>;
  hereInMonth: Set<string>;
  /** The best nearness of a record here. */
  nearness: number;
  others: Set<string>;
  othersInSeason: Set<string>;
  othersInMonth: Set<string>;
  season: Set<string>;
  lastSaved: number;
  lastSeen: number;
  commonness: number;
}

/** Species worth offering, best first, each with its strongest reason. A suggestion is never chosen by itself. */
export function rankSuggestions(facts: SuggestionFacts): Suggestion[] {
  const grounds = gather(facts);
  const ranked: Suggestion[] = [];
  for (const one of grounds.values()) {
    const parts = weigh(one, facts);
    const best = parts.reduce((first, second) => (second.score > first.score ? second : first));
    const score = parts.reduce((sum, part) => sum + part.score, 0);
    if (score > 0) ranked.push({ taxon: one.taxon, score, reason: best.reason });
  }
  return ranked.sort((first, second) => second.score - first.score || first.taxon.id - second.taxon.id);
}

/** The species of the records saved last, the last first. */
export function recentTaxonIds(own: readonly Sighting[], limit: number): number[] {
  const latestFirst = own.toSorted((first, second) => second.saved_at - first.saved_at);
  return [...new Set(latestFirst.map(({ taxon }) => taxon.id))].slice(0, limit);
}

function weigh(one: Grounds, { locked, now }: SuggestionFacts): { score: number; reason: SuggestionReason }[] {
  const age = Math.max(0, now - one.lastSeen);
  const when = (month: Set<string>, season: Set<string>) => (month.size > 0 ? 'month' : season.size > 0 ? 'season' : 'any');
  const counted = { month: one.hereInMonth, season: one.hereInSeason, any: one.here }[when(one.hereInMonth, one.hereInSeason)];
  const countedOthers = { month: one.othersInMonth, season: one.othersInSeason, any: one.others }[
    when(one.othersInMonth, one.othersInSeason)
  ];
  return [
    { score: locked?.id === one.taxon.id ? WEIGHTS.locked : 0, reason: { kind: 'locked' } },
    {
      score: WEIGHTS.here * one.nearness * daysWorth(one.hereInSeason, one.here),
      reason: { kind: 'here', times: counted.size, when: when(one.hereInMonth, one.hereInSeason) },
    },
    {
      score: WEIGHTS.others_here * daysWorth(one.othersInSeason, one.others),
      reason: { kind: 'others_here', times: countedOthers.size, when: when(one.othersInMonth, one.othersInSeason) },
    },
    { score: WEIGHTS.season * Math.log2(1 + one.season.size), reason: { kind: 'season', times: one.season.size } },
    { score: one.lastSeen > 0 ? WEIGHTS.recent * 0.5 ** (age / HALF_LIFE_MS) : 0, reason: { kind: 'recent', at: one.lastSeen } },
    { score: WEIGHTS.common * one.commonness, reason: { kind: 'common' } },
  ];
}

/** Days of this season count whole, those of others in part; each further day adds less. */
function daysWorth(inSeason: ReadonlySet<string>, all: ReadonlySet<string>): number {
  return Math.log2(1 + inSeason.size + OTHER_SEASON * (all.size - inSeason.size));
}

function gather(facts: SuggestionFacts): Map<number, Grounds> {
  const { place, today, locked } = facts;
  const found = new Map<number, Grounds>();
  const of = (taxon: TaxonSummary): Grounds => {
    let one = found.get(taxon.id);
    if (!one) {
      one = { ...emptyGrounds(), taxon };
      found.set(taxon.id, one);
    }
    return one;
  };
  if (locked) of(locked);
  // The same few thousand dates come again and again.
  const seasons = new Map<string | null, { season: boolean; month: boolean }>();
  const seasonAt = (observedOn: string | null) => {
    const known = seasons.get(observedOn) ?? seasonOf(observedOn, today);
    seasons.set(observedOn, known);
    return known;
  };
  const groups = new Map<string, number>();
  for (const sighting of facts.own) {
    const one = of(sighting.taxon);
    const { season, month } = seasonAt(sighting.observed_on);
    const day = sighting.observed_on ?? '';
    one.lastSeen = Math.max(one.lastSeen, seenAt(sighting));
    if (sighting.saved_at > one.lastSaved) {
      one.lastSaved = sighting.saved_at;
      // The newest record has the newest words for it.
      one.taxon = sighting.taxon;
    }
    if (season && day) one.season.add(day);
    groups.set(sighting.taxon.group, (groups.get(sighting.taxon.group) ?? 0) + 1);
    const near = nearnessOf(sighting, place);
    if (near === 0) continue;
    one.nearness = Math.max(one.nearness, near * (day ? 1 : UNDATED));
    one.here.add(day);
    if (season) one.hereInSeason.add(day);
    if (month) one.hereInMonth.add(day);
  }
  for (const sighting of facts.others) {
    if (nearnessOf(sighting, place) === 0) continue;
    const one = of(sighting.taxon);
    const { season, month } = seasonAt(sighting.observed_on);
    const day = sighting.observed_on ?? '';
    one.others.add(day);
    if (season) one.othersInSeason.add(day);
    if (month) one.othersInMonth.add(day);
  }
  const total = facts.own.length;
  facts.common.forEach(({ taxon, rarity }, index) => {
    const share = total === 0 ? 0 : (groups.get(taxon.group) ?? 0) / total;
    const downTheList = 1 - index / (2 * facts.common.length);
    // Who records birds is offered birds first: a group that makes up all of somebody's records counts twice.
    of(taxon).commonness = ((6 - rarity) / 5) * downTheList * ((1 + share) / 2);
  });
  return found;
}

function emptyGrounds(): Omit<Grounds, 'taxon'> {
  return {
    here: new Set(),
    hereInSeason: new Set(),
    hereInMonth: new Set(),
    nearness: 0,
    others: new Set(),
    othersInSeason: new Set(),
    othersInMonth: new Set(),
    season: new Set(),
    lastSaved: 0,
    lastSeen: 0,
    commonness: 0,
  };
}

/** When it was seen: no later than it was saved, and an old notebook that is copied today is not of today. */
function seenAt({ observed_on, saved_at }: Sighting): number {
  const range = observed_on ? dayRange(observed_on) : null;
  return range ? Math.min(saved_at, Date.parse(`${range.to}T23:59:59Z`)) : saved_at;
}

/** 1 on the spot, less towards the edge of "here", 0 beyond it and where either place is not known. */
function nearnessOf(sighting: Sighting, place: SuggestionFacts['place']): number {
  const { latitude, longitude } = sighting;
  if (!place || latitude === null || longitude === null) return 0;
  // Between two meridians it may be shorter round the other side.
  const east = Math.abs(longitude - place.longitude);
  const degreesEast = Math.min(east, 360 - east) * Math.cos((place.latitude * Math.PI) / 180);
  const km = Math.hypot(degreesEast, latitude - place.latitude) * 111.195;
  return km > HERE_KM ? 0 : 1 - ((1 - EDGE) * km) / HERE_KM;
}

/** Whether a date lies at today's time of year, in any year, and whether in today's month. An interval of months is neither. */
function seasonOf(observedOn: string | null, today: string): { season: boolean; month: boolean } {
  const range = observedOn ? dayRange(observedOn) : null;
  if (!range) return { season: false, month: false };
  const sameMonth = range.from.slice(5, 7) === range.to.slice(5, 7) && range.from.slice(0, 4) === range.to.slice(0, 4);
  if (!sameMonth) return { season: false, month: false };
  const middle = range.from === range.to ? range.from : `${range.from.slice(0, 8)}15`;
  // The two days in one year: the distance over new year is the shorter one.
  const apart = Math.abs(dayOfYear(middle) - dayOfYear(today));
  return { season: Math.min(apart, 365 - apart) <= SEASON_DAYS, month: range.from.slice(5, 7) === today.slice(5, 7) };
}

/** Counted in a year without a leap day; the leap day itself is the first of March. */
function dayOfYear(day: string): number {
  return Date.UTC(2001, Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / DAY_MS - Date.UTC(2001, 0, 1) / DAY_MS;
}

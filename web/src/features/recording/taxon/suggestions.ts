import { degreeWidth, METRES_PER_DEGREE, shortWay } from '@veld/geometry';
import { type DayRange, dayRange, resolveInstant, isTimeZone, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import type { ListShare } from '../../../shared/frequencies/words';

/** The fields of a record that suggestions use. */
export interface PastRecord {
  taxon: TaxonSummary;
  observed_on: string | null;
  observed_time?: string | null | undefined;
  time_zone?: string | null | undefined;
  latitude: number | null;
  longitude: number | null;
  /** Time of saving in milliseconds; 0 for records of others. */
  saved_at: number;
}

/** A species of the country list, which is in order of rarity. */
export interface CommonTaxon {
  taxon: TaxonSummary;
  /** 1 (very common) to 5 (rare). */
  rarity: number;
}

/** A species to expect at the place at this time of year. */
export interface ExpectedTaxon {
  taxon: TaxonSummary;
  share: ListShare;
  /** The share of lists that it is on, smoothed over weeks and cells: 0 to 1. */
  frequency: number;
}

/** Why a species is suggested. `times` counts days, so that several records of one day count once. */
export type SuggestionReason =
  | { kind: 'pinned' }
  | { kind: 'here' | 'others_here'; times: number; when: 'month' | 'season' | 'any' }
  | { kind: 'season'; times: number }
  /** Seen at this time; on this day, if the time is unknown; or only known to be recorded at this time. */
  | { kind: 'recent'; at: number }
  | { kind: 'recent_day'; day: string }
  | { kind: 'recorded'; at: number }
  /** On a share of everyone's lists at this time of year. */
  | { kind: 'expected'; share: ListShare }
  | { kind: 'common' };

export interface Suggestion {
  taxon: TaxonSummary;
  score: number;
  reason: SuggestionReason;
  /** How likely the species is at the place at this time of year, from 0 to 1; null where nothing says so. */
  likelihood: number | null;
}

export interface SuggestionFacts {
  /** The current place; null if unknown, in which case there is no reason "here". */
  place: { latitude: number; longitude: number } | null;
  /** The current local date, YYYY-MM-DD. */
  today: string;
  now: number;
  pinned: TaxonSummary | null;
  own: readonly PastRecord[];
  /** Cached records of others with an open place. */
  others: readonly PastRecord[];
  /** From everyone's lists; null if these are too few. */
  expected: readonly ExpectedTaxon[] | null;
  /** Only used without `expected`, because it knows no season. */
  common: readonly CommonTaxon[];
  /** How much of a group there is to see at this time of year, from 0 to 1; for `common`. */
  groupSeason?: (group: TaxonGroup) => number;
}

/**
 * Scores of the reasons. The user's records nearby weigh most, because the same species are usually found there again; others'
 * records nearby come second; a recent sighting weighs nearly as much, halving every three days; species on everyone's lists at this
 * time of year fill the rest, or common species of the country if there are too few lists.
 */
export const WEIGHTS = {
  /** A pinned species comes first. */
  pinned: 1000,
  /** One day with a record nearby at this time of year; each further day adds less. */
  here: 10,
  others_here: 4,
  /** Like `here`, at any place. */
  season: 2.5,
  recent: 8,
  /** A species on all lists of this time of year. */
  expected: 5,
  /** The first very common species of the list. */
  common: 4,
} as const;

/** Radius of "here". */
export const HERE_KM = 5;
/** Weight of a record at the edge of "here", relative to one at the centre. */
const EDGE = 0.4;
/** The same time of year is this many days before and after. */
const SEASON_DAYS = 30;
const OTHER_SEASON = 0.3;
const UNDATED = 0.5;
const HALF_LIFE_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;
/** After this time, a sighting no longer counts as recent. */
const RECENT_MS = 60 * DAY_MS;

interface LastSeen {
  at: number;
  reason: SuggestionReason;
}

interface TaxonFacts {
  taxon: TaxonSummary;
  here: Set<string>;
  hereInSeason: Set<string>;
  hereInMonth: Set<string>;
  /** The highest nearness of its records. */
  nearness: number;
  others: Set<string>;
  othersInSeason: Set<string>;
  othersInMonth: Set<string>;
  season: Set<string>;
  lastSaved: number;
  /** Null without own records. */
  lastSeen: LastSeen | null;
  expected: ExpectedTaxon | null;
  commonness: number;
  /** The share of the user's records that are of its group. */
  groupShare: number;
}

/** Suggested species, best first, each with its strongest reason. */
export function rankSuggestions(facts: SuggestionFacts): Suggestion[] {
  const found = collectFacts(facts);
  const ranked: Suggestion[] = [];
  for (const one of found.values()) {
    const parts = scoreReasons(one, facts);
    const best = parts.reduce((first, second) => (second.score > first.score ? second : first));
    const score = parts.reduce((sum, part) => sum + part.score, 0);
    if (score > 0) ranked.push({ taxon: one.taxon, score, reason: best.reason, likelihood: likelihoodOf(one) });
  }
  ranked.sort((first, second) => second.score - first.score || first.taxon.id - second.taxon.id);
  return mixGroups(ranked, groupWeights(facts, found.values()));
}

/** The share of lists with a species, or how surely days with a record of it here make one more: half of what is missing each. */
function likelihoodOf({ expected, hereInSeason, othersInSeason, commonness }: TaxonFacts): number | null {
  const { lists = 0, of = 0 } = expected?.share ?? {};
  const onLists = of > 0 ? lists / of : 0;
  const here = 1 - 0.5 ** (hereInSeason.size + othersInSeason.size / 2);
  // Of a species that is common in the country, no more is known.
  const likelihood = Math.max(onLists, here, commonness / 2);
  return likelihood > 0 ? likelihood : null;
}

/**
 * What part of the suggestions each group gets: as much as of what people record there at this time, and of what this person records. With
 * nothing known of the place, each group of the country's common species the same, but for the season.
 */
function groupWeights(facts: SuggestionFacts, found: Iterable<TaxonFacts>): ReadonlyMap<string, number> {
  const [there, own, common] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, group: string, weight: number) => to.set(group, (to.get(group) ?? 0) + weight);
  for (const { taxon, expected, others } of found) {
    add(there, taxon.group, (expected?.frequency ?? 0) + Math.min(1, others.size / 10));
  }
  // By the root, or the five rows that are shown first would be of the one group that most lists are about.
  for (const [group, weight] of there) there.set(group, Math.sqrt(weight));
  for (const { taxon } of facts.own) add(own, taxon.group, 1);
  for (const { taxon } of facts.common) common.set(taxon.group, facts.groupSeason?.(taxon.group) ?? 1);
  const sumOf = (of: Map<string, number>) => [...of.values()].reduce((sum, weight) => sum + weight, 0);
  const sources = [...[there, own].filter((one) => sumOf(one) > 0), ...(sumOf(there) > 0 ? [] : [common])];
  const weights = new Map<string, number>();
  for (const source of sources) for (const [group, weight] of source) add(weights, group, weight / (sumOf(source) || 1));
  return weights;
}

/** The first of a list in which each group comes as often as its weight says, and within a group in its order. */
const MIXED = 24;

function mixGroups(ranked: readonly Suggestion[], weights: ReadonlyMap<string, number>): Suggestion[] {
  const rest = new Map<string, Suggestion[]>();
  const mixed: Suggestion[] = [];
  for (const one of ranked) {
    const others = rest.get(one.taxon.group);
    // What is pinned comes first.
    if (one.reason.kind === 'pinned') mixed.push(one);
    else if (others) others.push(one);
    else rest.set(one.taxon.group, [one]);
  }
  const taken = new Map<string, number>();
  while (mixed.length < MIXED && rest.size > 0) {
    // The method of D'Hondt, by which seats are shared out; between equals, the better species.
    const claim = ([group]: [string, Suggestion[]]) => (weights.get(group) ?? 0) / ((taken.get(group) ?? 0) + 1);
    const isBefore = (one: [string, Suggestion[]], other: [string, Suggestion[]]) =>
      claim(one) > claim(other) || (claim(one) === claim(other) && one[1][0]!.score > other[1][0]!.score);
    const [group, ones] = [...rest].reduce((best, next) => (isBefore(next, best) ? next : best));
    mixed.push(ones.shift()!);
    taken.set(group, (taken.get(group) ?? 0) + 1);
    if (ones.length === 0) rest.delete(group);
  }
  const shown = new Set(mixed);
  return [...mixed, ...ranked.filter((one) => !shown.has(one))];
}

/** The most recently saved species, latest first. */
export function recentTaxonIds(own: Iterable<PastRecord>, limit: number): number[] {
  const savedAt = new Map<number, number>();
  for (const { taxon, saved_at } of own) if (saved_at > (savedAt.get(taxon.id) ?? -Infinity)) savedAt.set(taxon.id, saved_at);
  return [...savedAt]
    .sort((one, other) => other[1] - one[1])
    .slice(0, limit)
    .map(([id]) => id);
}

function scoreReasons(one: TaxonFacts, { pinned, now }: SuggestionFacts): { score: number; reason: SuggestionReason }[] {
  const age = Math.max(0, now - (one.lastSeen?.at ?? 0));
  const when = (month: Set<string>, season: Set<string>) => (month.size > 0 ? 'month' : season.size > 0 ? 'season' : 'any');
  const counted = { month: one.hereInMonth, season: one.hereInSeason, any: one.here }[when(one.hereInMonth, one.hereInSeason)];
  const countedOthers = { month: one.othersInMonth, season: one.othersInSeason, any: one.others }[
    when(one.othersInMonth, one.othersInSeason)
  ];
  return [
    { score: pinned?.id === one.taxon.id ? WEIGHTS.pinned : 0, reason: { kind: 'pinned' } },
    {
      score: WEIGHTS.here * one.nearness * dayScore(one.hereInSeason, one.here),
      reason: { kind: 'here', times: counted.size, when: when(one.hereInMonth, one.hereInSeason) },
    },
    {
      score: WEIGHTS.others_here * dayScore(one.othersInSeason, one.others),
      reason: { kind: 'others_here', times: countedOthers.size, when: when(one.othersInMonth, one.othersInSeason) },
    },
    { score: WEIGHTS.season * Math.log2(1 + one.season.size), reason: { kind: 'season', times: one.season.size } },
    ...(one.lastSeen ? [{ score: WEIGHTS.recent * 0.5 ** (age / HALF_LIFE_MS), reason: one.lastSeen.reason }] : []),
    ...(one.expected
      ? [
          {
            score: WEIGHTS.expected * Math.sqrt(one.expected.frequency) * groupWeight(one.groupShare),
            reason: { kind: 'expected', share: one.expected.share } as const,
          },
        ]
      : []),
    { score: WEIGHTS.common * one.commonness, reason: { kind: 'common' } },
  ];
}

/** Days of this season count fully, others in part; each further day adds less. */
function dayScore(inSeason: ReadonlySet<string>, all: ReadonlySet<string>): number {
  return Math.log2(1 + inSeason.size + OTHER_SEASON * (all.size - inSeason.size));
}

function collectFacts(facts: SuggestionFacts): Map<number, TaxonFacts> {
  const { place, today, pinned } = facts;
  const found = new Map<number, TaxonFacts>();
  const of = (taxon: TaxonSummary): TaxonFacts => {
    let one = found.get(taxon.id);
    if (!one) {
      one = { ...emptyFacts(), taxon };
      found.set(taxon.id, one);
    }
    return one;
  };
  if (pinned) of(pinned);
  // Many records share a date.
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
    const seen = seenAt(sighting, datesOf(sighting.observed_on), facts.now);
    if (seen.at > (one.lastSeen?.at ?? 0)) one.lastSeen = seen;
    if (sighting.saved_at > one.lastSaved) {
      one.lastSaved = sighting.saved_at;
      // The newest record has the newest names.
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
  const shareOf = ({ group }: TaxonSummary) => (total === 0 ? 0 : (groups.get(group) ?? 0) / total);
  for (const expected of facts.expected ?? []) {
    const one = of(expected.taxon);
    one.expected = expected;
    one.groupShare = shareOf(expected.taxon);
  }
  const common = facts.expected === null ? facts.common : [];
  common.forEach(({ taxon, rarity }, index) => {
    const positionFactor = 1 - index / (2 * common.length);
    const season = facts.groupSeason?.(taxon.group) ?? 1;
    of(taxon).commonness = ((6 - rarity) / 5) * positionFactor * groupWeight(shareOf(taxon)) * season;
  });
  return found;
}

/** Prefers the groups that the user records: a group with all of their records counts twice. */
function groupWeight(share: number): number {
  return (1 + share) / 2;
}

function emptyFacts(): Omit<TaxonFacts, 'taxon'> {
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
    lastSeen: null,
    expected: null,
    commonness: 0,
    groupShare: 0,
  };
}

/** Days of a date, and the end of the last in UTC, in milliseconds. */
interface Dates {
  range: DayRange;
  end: number;
}

/** Many records share a date, and all are ranked at each opening of the form. */
const known = new Map<string, Dates | null>();
const MAX_KNOWN = 20_000;

function datesOf(observedOn: string | null): Dates | null {
  if (!observedOn) return null;
  let dates = known.get(observedOn);
  if (dates === undefined) {
    const range = dayRange(observedOn);
    dates = range && { range, end: Date.parse(`${range.to}T23:59:59Z`) };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(observedOn, dates);
  }
  return dates;
}

/**
 * The time of the sighting, no later than that of saving. Of old ones the day is enough: converting a time of a time zone takes long,
 * and there may be 100,000 records.
 */
function seenAt({ observed_time, time_zone, saved_at }: PastRecord, dates: Dates | null, now: number): LastSeen {
  if (!dates) return { at: saved_at, reason: { kind: 'recorded', at: saved_at } };
  const { range, end } = dates;
  const at = Math.min(saved_at, end);
  if (range.from !== range.to)
    return { at, reason: end <= saved_at ? { kind: 'recent_day', day: range.to } : { kind: 'recorded', at: saved_at } };
  if (!observed_time || !time_zone || !isTimeZone(time_zone) || now - end > RECENT_MS)
    return { at, reason: { kind: 'recent_day', day: range.to } };
  const exact = Math.min(saved_at, resolveInstant(range.to, observed_time, time_zone).getTime());
  return { at: exact, reason: { kind: 'recent', at: exact } };
}

/** 1 at the same place, decreasing to `EDGE` at the edge of "here"; 0 beyond it or if either place is unknown. */
function nearnessOf(sighting: PastRecord, place: SuggestionFacts['place']): number {
  const { latitude, longitude } = sighting;
  if (!place || latitude === null || longitude === null) return 0;
  const east = shortWay(longitude - place.longitude) * degreeWidth(place.latitude);
  const km = (Math.hypot(east, latitude - place.latitude) * METRES_PER_DEGREE) / 1000;
  return km > HERE_KM ? 0 : 1 - ((1 - EDGE) * km) / HERE_KM;
}

/** Whether a date is at this time of year, and in this month, in any year. An interval of several months is neither. */
function seasonOf(observedOn: string | null, today: string): { season: boolean; month: boolean } {
  const range = datesOf(observedOn)?.range;
  if (!range) return { season: false, month: false };
  const sameMonth = range.from.slice(5, 7) === range.to.slice(5, 7) && range.from.slice(0, 4) === range.to.slice(0, 4);
  if (!sameMonth) return { season: false, month: false };
  const middle = range.from === range.to ? range.from : `${range.from.slice(0, 8)}15`;
  // The shorter way may cross the new year.
  const apart = Math.abs(dayOfYear(middle) - dayOfYear(today));
  return { season: Math.min(apart, 365 - apart) <= SEASON_DAYS, month: range.from.slice(5, 7) === today.slice(5, 7) };
}

/** Day of a year without a leap day; 29 February counts as 1 March. */
function dayOfYear(day: string): number {
  return Date.UTC(2001, Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / DAY_MS - Date.UTC(2001, 0, 1) / DAY_MS;
}

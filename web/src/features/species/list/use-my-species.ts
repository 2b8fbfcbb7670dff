import { skipToken, useQuery } from '@tanstack/react-query';
import { listTaxonStatuses, STATUS_FILTERS, type StatusFilter, WORLDWIDE } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo } from 'react';
import { api } from '../../../local/app/veld';
import { firstRows, keepFirstRows } from '../../../local/records/lists/table-views';
import { dayIn, type LikelySpecies, monthFrom, useLikelyAtLocation } from '../../../shared/frequencies/data';
import { isAnyLocation, useLocationFilter } from '../../../shared/location/location-filter';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { type Taxon, type TaxonHit, useHigherTaxa, useTaxonSearch, useWantedTaxonIds } from '../../../shared/taxa/data';
import { groupFrom } from '../../../shared/taxa/GroupSelect';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { type OwnSpecies, useLocationSpecies, useOwnSpecies, useToday, useUnlisted } from '../data';
import { newSpecies, SPECIES_VIEWS, speciesInView, type SpeciesView } from '../species-list';
import {
  compareSpecies,
  type ComparedPerson,
  differenceFrom,
  DIFFERENCES,
  findNeeds,
  isNeed,
  NEEDS,
  personFrom,
  useComparedPerson,
} from './compared-person';
import { type ListPeriod, listPeriodFrom, listRange } from './list-period';
import { byFrequency, byLastSeen, byName, isHeading, orderFrom, type SpeciesLine, type SpeciesOrder, systematically } from './order';

/** Views that show only species of the list; the others add species that were seen but are not on it. */
const VIEWS_OF_LIST: readonly SpeciesView[] = ['all', 'not_seen', 'wanted'];

/** Maximum number of search results within a list. */
const FOUND = 1000;

const A_DAY = 86_400_000;

/** What the address asks for. */
export type SpeciesFilter = ReturnType<typeof useSpeciesFilter>;

export interface ListStatus {
  /** The chosen status; null for any, and where nothing is known about the country. */
  status: StatusFilter | null;
  /** The statuses that any species of the country has. */
  choices: readonly StatusFilter[];
  /** The taxa with the status; null for all, undefined while they are loaded. */
  ids: ReadonlySet<number> | null | undefined;
}

export function useSpeciesFilter() {
  const [read, write] = useAddressFilter();
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE, isAnyLocation);
  const view = SPECIES_VIEWS.find((one) => one === read('view')) ?? 'all';
  const order = orderFrom(read('order'));
  const text = read('q') ?? '';
  const isSearch = text.trim() !== '';
  const chosenPeriod = listPeriodFrom(read('period'));
  const compared = read('compare') === null ? null : listPeriodFrom(read('compare'));
  // What was seen this year is counted this year, in the header and in the rows.
  const isThisYear = view === 'seen_this_year' && compared === null;
  const period: ListPeriod = isThisYear && chosenPeriod === 'all' ? 'this_year' : chosenPeriod;
  return {
    write,
    location,
    setLocation,
    view,
    group: groupFrom(read('group')),
    status: read('status'),
    text,
    isSearch,
    order,
    isByFrequency: order === 'now' && !isSearch,
    isTargets: view === 'not_seen' && order === 'now',
    month: monthFrom(read('month')),
    chosenPeriod,
    period,
    /** The period to compare with; null without a comparison. */
    compared,
    /** The person to compare with, instead of a period. */
    personId: personFrom(read('compare')),
    difference: differenceFrom(read('difference')),
    /** What a friend needs, instead of what both have. */
    isNeeds: personFrom(read('compare')) !== null && isNeed(differenceFrom(read('difference'))),
  };
}

/** The species that the filter shows, and what is known about them. */
export type MySpecies = ReturnType<typeof useMySpecies>;

export function useMySpecies(filter: SpeciesFilter) {
  const { group, text, isSearch, compared, order } = filter;
  const { list, country, place, isMissing } = useLocationSpecies(filter.location, group);
  const statuses = useStatusFilter(country, filter.status);
  const { own, parts, found, person, isPersonMissing } = useCountedSpecies(filter, { country, place });
  // A list of what somebody else needs says what the user has of it.
  const counted = compared && !isNeed(filter.difference) ? parts?.[filter.difference] : own;
  const unlisted = useUnlisted(list, found, group);
  const wanted = useWantedTaxonIds();
  const choices = useChoices(filter, { list, unlisted, own, parts, person, wanted, ids: statuses.ids });
  const species = choices && (choices.get(compared ? filter.difference : filter.view) ?? NO_SPECIES);
  const results = useTaxonSearch(text, FOUND);
  const day = dayIn(filter.month, useToday());
  const likely = useLikelyAtLocation(filter.isByFrequency ? country : undefined, place, day);
  const lines = useSpeciesLines({ species, own: counted, order, likely, found: isSearch ? results : null });
  const share = useMemo(
    () => (!compared && list && list.length > 0 && own ? { seen: list.filter(({ id }) => own.has(id)).length, total: list.length } : null),
    [compared, list, own],
  );
  const news = useNewSpecies(filter, { country, place });
  const language = useLanguage();
  const shownList = [language, filter.location, filter.view, group, filter.status, filter.period, order, filter.month].join(' ');
  const rows = useFirstRows(
    compared || isSearch ? null : shownList,
    useMemo(() => (lines && counted ? { lines, own: counted, share } : undefined), [lines, counted, share]),
  );
  return {
    list,
    country,
    place,
    isMissing,
    statuses,
    own,
    counted,
    choices,
    news,
    person,
    isPersonMissing,
    wanted,
    results,
    day,
    likely,
    lines,
    rows,
  };
}

type Where = Pick<ReturnType<typeof useLocationSpecies>, 'country' | 'place'>;
type Counts = ReadonlyMap<number, OwnSpecies>;

/** The species of the period, and with a comparison those of its parts. `found`: all of them. */
function useCountedSpecies({ period, compared, personId, location }: SpeciesFilter, { country, place }: Where) {
  const own = useOwnSpecies({ country, place, period });
  // Without a comparison, nothing is counted a second time.
  const earlier = useOwnSpecies({ country: compared && !personId ? country : undefined, place, period: compared ?? 'all' });
  const { person, isMissing: isPersonMissing } = useComparedPerson({ id: personId, location, country, period });
  const then = personId ? person?.counted : earlier;
  const parts = useMemo(() => (compared && own && then ? compareSpecies(own, then) : null), [compared, own, then]);
  const found = useMemo(() => {
    if (!compared) return own;
    return own && then && new Map([...then, ...own]);
  }, [compared, own, then]);
  return { own, parts, found, person, isPersonMissing };
}

/** The species that the days of the list began, with their first dates, at the same place; null without days, undefined while loading. */
function useNewSpecies({ period, compared }: SpeciesFilter, { country, place }: Where) {
  const today = useToday();
  const days = useMemo(() => (compared ? null : listRange(period, today)), [compared, period, today]);
  const all = useOwnSpecies({ country: days ? country : undefined, place, period: 'all' });
  return useMemo(() => (days ? all && newSpecies(all, days) : null), [all, days]);
}

interface Loaded {
  list: readonly Taxon[] | undefined;
  unlisted: readonly Taxon[] | undefined;
  own: Counts | undefined;
  parts: ReturnType<typeof compareSpecies> | null;
  person: ComparedPerson | undefined;
  wanted: ReadonlySet<number> | undefined;
  /** Taxa with the status; null for all. */
  ids: ReadonlySet<number> | null | undefined;
}

/** The species of each view, or of each part of a comparison: the rows, and the numbers on the chips. Undefined while loading. */
function useChoices({ compared }: SpeciesFilter, { list, unlisted, own, parts, person, wanted, ids }: Loaded) {
  return useMemo((): ReadonlyMap<string, readonly Taxon[]> | undefined => {
    if (!list || !own || !unlisted || !wanted || ids === undefined || (compared && !parts)) return undefined;
    const hasStatus = ids === null ? () => true : ({ id }: Taxon) => ids.has(id);
    const listed = list.filter(hasStatus);
    const all = [...listed, ...unlisted.filter(hasStatus)];
    if (parts) {
      const choices = new Map<string, readonly Taxon[]>(DIFFERENCES.map((one) => [one, speciesInView(all, 'seen', parts[one], wanted)]));
      if (!person?.ticked) return choices;
      const needs = findNeeds(listed, own, person.counted, person.ticked);
      for (const need of NEEDS) choices.set(need, needs[need]);
      return choices;
    }
    return new Map(SPECIES_VIEWS.map((view) => [view, speciesInView(VIEWS_OF_LIST.includes(view) ? listed : all, view, own, wanted)]));
  }, [list, unlisted, own, parts, person, wanted, ids, compared]);
}

const NO_SPECIES: readonly Taxon[] = [];

interface Asked {
  /** The species of the view, the commonest first; undefined while loading. */
  species: readonly Taxon[] | undefined;
  own: ReadonlyMap<number, OwnSpecies> | undefined;
  order: SpeciesOrder;
  /** What the order `now` follows; null with too little data, undefined while loading. */
  likely: LikelySpecies | null | undefined;
  /** The results of a search, best first, which then decide the order; null without one, undefined while it runs. */
  found: readonly TaxonHit[] | null | undefined;
}

/** The lines of a species list in its order; undefined while loading. */
function useSpeciesLines({ species, own, order, likely, found }: Asked): readonly SpeciesLine[] | undefined {
  const language = useLanguage();
  const higher = useHigherTaxa(order === 'systematic' && found === null ? species : undefined);
  return useMemo(() => {
    if (!species || !own || found === undefined) return undefined;
    if (found) {
      const byId = new Map(species.map((taxon) => [taxon.id, taxon]));
      return found.flatMap(({ id }) => byId.get(id) ?? []);
    }
    if (order === 'now') return likely === undefined ? undefined : byFrequency(species, likely);
    if (order === 'name') return byName(species, language);
    if (order === 'last_seen') return byLastSeen(species, own);
    if (order === 'systematic') return higher && systematically(species, higher);
    return species;
  }, [species, own, found, order, likely, higher, language]);
}

/** More than a large screen shows. */
const FIRST = 40;

/** Rows that change sooner are not kept. */
const SETTLED_MS = 1000;

export interface ShownRows {
  lines: readonly SpeciesLine[];
  own: ReadonlyMap<number, OwnSpecies>;
  /** How many species of the whole list were seen; null where that says nothing. */
  share: { seen: number; total: number } | null;
}

/**
 * The rows of a list, and until they are counted those that it began with the last time. `list` identifies what is shown; null for what
 * is not worth keeping. Undefined while loading for the first time.
 */
export function useFirstRows(list: string | null, counted: ShownRows | undefined): ShownRows | undefined {
  const database = currentDatabase();
  const isWaiting = counted === undefined && list !== null;
  const kept = useLiveQuery(async () => (isWaiting ? await firstRows(database, list) : undefined), [database, list, isWaiting]);
  useEffect(() => {
    if (list === null || !counted) return;
    const timer = setTimeout(() => {
      // Without space on the device, the next visit waits for the rows.
      keepFirstRows(database, list, beginningOf(counted)).catch(() => undefined);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [database, list, counted]);
  const before = kept as ShownRows | undefined;
  return counted ?? (before && before.lines.length > 0 ? before : undefined);
}

function beginningOf({ lines, own, share }: ShownRows): ShownRows {
  const first = lines.slice(0, FIRST);
  const ids = first.flatMap((line) => (isHeading(line) ? [] : [line.id]));
  const ownFirst = ids.flatMap((id) => {
    const one = own.get(id);
    return one ? [[id, one] as const] : [];
  });
  return { lines: first, share, own: new Map(ownFirst) };
}

export const statusFrom = (value: string | null): StatusFilter | null => STATUS_FILTERS.find((one) => one === value) ?? null;

/** Limits a list of a country by what sources say about species there. Once loaded, it is kept on the device. */
function useStatusFilter(country: string | null | undefined, asked: string | null): ListStatus {
  const { data, isLoading } = useQuery({
    queryKey: ['statuses-of-country', country],
    queryFn:
      typeof country === 'string'
        ? async ({ signal }) => (await api.call(listTaxonStatuses, { params: { country } }, { signal })).data
        : skipToken,
    staleTime: A_DAY,
    meta: { persist: true },
  });
  const choices = useMemo(() => (data ? STATUS_FILTERS.filter((one) => data[one].length > 0) : []), [data]);
  const wanted = statusFrom(asked);
  const status = wanted !== null && choices.includes(wanted) ? wanted : null;
  const ids = useMemo(() => (data && status !== null ? new Set(data[status]) : null), [status, data]);
  const isWaiting = wanted !== null && isLoading;
  return useMemo(() => ({ status, choices, ids: isWaiting ? undefined : ids }), [status, choices, isWaiting, ids]);
}

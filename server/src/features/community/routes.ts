import {
  type DayRange,
  listCommunityUsers,
  listSpeciesOfPerson,
  listSuggestedPeople,
  listTaxonObservers,
  MAX_SUGGESTED,
  type Period,
  periodRange,
  todayIn,
  getStatistics,
  markStatisticSeen,
  type StatisticName,
  STATISTICS,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { counted } from '../../db/rows.ts';
import { isUnblocked } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn, type Caller } from '../accounts/access.ts';
import { areaOfQuery, isAtPlace } from '../geo/place-area.ts';
import { requirePublicPlace } from '../geo/public-places.ts';
import { closeDays } from '../observations/filter/record-filter.ts';
import { listSeen, listTicked } from '../species/store.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { registerIdentified, countIdentifications } from './identified.ts';
import { registerLeaderboards } from './leaderboards.ts';
import { presentPerson, registerProfiles } from './profile.ts';
import { countPeople, countTotals, findPerson, listObservers, listPeople, listSuggested } from './store.ts';
import { setSeenStatistic } from '../accounts/store.ts';
import {
  countJourneys,
  countRecords,
  findStatisticsPerson,
  listSpeciesCounts,
  readSeenStatistics,
  type SeenStatistics,
  type StatisticsFilter,
} from './statistics-store.ts';

const WORLD = 'world';
const MAX_OBSERVERS = 5;

/**
 * Public profiles. The list contains only people who opted in and confirmed their address, and the caller. A profile exists for
 * every account, because names and public records are in the feed anyway. Where one has blocked the other, neither exists for the other
 * (decision 0046).
 */
export function registerCommunity(app: FastifyInstance, context: Context): void {
  registerStatistics(app, context);
  registerLeaderboards(app, context);
  registerProfiles(app, context);
  registerIdentified(app, context);
  serveSuggestions(app, context);
  const access = loggedIn(context);
  const selectionOf = (country: string | null) => ({ country, sendsMail: sendsMail(context) });
  const countsOf = counted(context.config.COUNTS_MAX_AGE, async (key: string) => {
    const country = key === WORLD ? null : key;
    return {
      people: await countPeople(context.readDb, selectionOf(country)),
      totals: await countTotals(context.readDb, selectionOf(country)),
    };
  });

  serve(
    app,
    listCommunityUsers,
    access,
    async ({ query, caller }) => {
      const country = query.country ?? null;
      const area = await areaOfQuery(context.readDb, caller.userId, query);
      // What a person may know of an area is theirs alone, so it is not kept.
      const where = area ? sql<boolean>`${isAtPlace(area, caller.userId)} and ${isUnblocked(sql`o.user_id`, caller.userId)}` : undefined;
      const selection = { ...selectionOf(country), where, name: query.name?.trim() };
      const { people, totals } = area
        ? { people: await countPeople(context.readDb, selection), totals: await countTotals(context.readDb, selection) }
        : await countsOf(country ?? WORLD);
      const found = selection.name && !area ? await countPeople(context.readDb, selection) : people;
      const rows = await listPeople(context.readDb, selection, found, caller.userId);
      return { data: rows.map((row) => presentPerson(row, caller.userId)), totals };
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    listSpeciesOfPerson,
    access,
    async ({ params, query, caller }) => {
      const person = await findPerson(context.readDb, params.id, sendsMail(context), caller.userId);
      if (!person?.is_listed) throw new Fault('not_found');
      const days = daysOfQuery(query, todayIn(caller.timeZone, context.now()));
      const place = await areaOfQuery(context.readDb, caller.userId, query);
      const species = await listSeen(context.readDb, {
        userId: person.id,
        callerId: caller.userId,
        country: query.country ?? null,
        place,
        publicPlaceId: query.place === undefined ? null : await requirePublicPlace(context.readDb, query.place, caller.userId),
        days,
      });
      // Ticks have no place and no date: they count in every country, and in no period.
      const hasTicks = place === null && query.place === undefined && days === null;
      const ticked = !person.shares_needs ? null : hasTicks ? await listTicked(context.readDb, person.id) : [];
      return { data: { id: person.id, name: person.name, species, ticked } };
    },
    { isPresented: true, problems: ['not_found'] },
  );

  serve(app, listTaxonObservers, access, async ({ params, caller }) => {
    const taxonId = await currentTaxonId(context.readDb, params.taxonId);
    const whose = { sendsMail: sendsMail(context), callerId: caller.userId, limit: MAX_OBSERVERS };
    return { data: { people: await listObservers(context.readDb, taxonId, whose) } };
  });
}

/** The days that a query selects; null for all. Days that exclude each other select none. */
function daysOfQuery(
  { period = 'all', from, to }: { period?: Period | undefined; from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange | null {
  const range = periodRange(period, today);
  const days = closeDays(from, to);
  if (!days || !range) return days ?? range;
  return { from: days.from > range.from ? days.from : range.from, to: days.to < range.to ? days.to : range.to };
}

/** People that the caller may want to follow. */
function serveSuggestions(app: FastifyInstance, context: Context): void {
  serve(app, listSuggestedPeople, loggedIn(context), async ({ query, caller }) => {
    const whose = { country: query.country ?? null, sendsMail: sendsMail(context), callerId: caller.userId, limit: MAX_SUGGESTED };
    return { data: { people: await listSuggested(context.readDb, whose) } };
  });
}

/** Figures of a person. They exist for every account, as its profile does. */
function registerStatistics(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const daysOf = (period: Period, { timeZone }: Caller) => periodRange(period, todayIn(timeZone, context.now()));
  const speciesCounts = counted(context.config.COUNTS_MAX_AGE, (filter: StatisticsFilter) =>
    listSpeciesCounts(context.readDb, filter, sendsMail(context)),
  );
  const figuresOf = async (userId: string, callerId: string, filter: StatisticsFilter) => ({
    ...(await countRecords(context.readDb, { userId, isOwn: userId === callerId, ...filter })),
    identifications: await countIdentifications(context.readDb, { userId, callerId, ...filter }),
  });

  serve(
    app,
    getStatistics,
    access,
    async ({ params, caller }) => {
      const person = await findStatisticsPerson(context.readDb, params.user, sendsMail(context), caller.userId);
      if (!person) throw new Fault('not_found');
      const filter = { country: params.location, days: daysOf(params.period, caller) };
      const isOwn = person.id === caller.userId;
      const figures = await figuresOf(person.id, caller.userId, filter);
      const rank = person.is_listed ? rankOf(figures.species, await speciesCounts(filter)) : null;
      const isComplete = isOwn && filter.country === null;
      const raised = isComplete ? raisedIn(figures, (await readSeenStatistics(context.readDb, person.id))[params.period]) : [];
      const journeys = await countJourneys(context.readDb, { userId: person.id, isOwn, ...filter }, context.now());
      return { data: { ...figures, ...journeys, rank, raised } };
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    markStatisticSeen,
    access,
    async ({ params, body, caller }) => {
      if (params.user !== caller.userId) throw new Fault('not_found');
      const { period } = params;
      const figures = await figuresOf(caller.userId, caller.userId, { country: null, days: daysOf(period, caller) });
      await setSeenStatistic(context.db, caller.userId, { period, statistic: body.statistic, value: figures[body.statistic] });
      const seen = await readSeenStatistics(context.db, caller.userId);
      return { data: { raised: raisedIn(figures, seen[period]) } };
    },
    { problems: ['not_found'] },
  );
}

/** The place of a number of species among those of the listed people; null without species. */
function rankOf(species: number, counts: readonly number[]): number | null {
  return species > 0 ? counts.filter((count) => count > species).length + 1 : null;
}

/** The figures that are higher than when they were last seen; one that never was counts from 0. */
function raisedIn(figures: Record<StatisticName, number>, seen: SeenStatistics[string]): StatisticName[] {
  return STATISTICS.filter((name) => figures[name] > (seen?.[name] ?? 0));
}

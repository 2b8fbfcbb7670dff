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
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { counted } from '../../db/rows.ts';
import { isUnblocked } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import { areaOfQuery, isAtPlace } from '../geo/place-area.ts';
import { closeDays } from '../observations/record-filter.ts';
import { listSeen } from '../species/store.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { registerIdentified } from './identified.ts';
import { registerLeaderboards } from './leaderboards.ts';
import { presentPerson, registerProfiles } from './profile.ts';
import { registerStatistics } from './statistics-routes.ts';
import { countPeople, countTotals, findPerson, listObservers, listPeople, listSuggested } from './store.ts';

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
      const species = await listSeen(context.readDb, {
        userId: person.id,
        callerId: caller.userId,
        country: query.country ?? null,
        place: await areaOfQuery(context.readDb, caller.userId, query),
        days: daysOfQuery(query, todayIn(caller.timeZone, context.now())),
      });
      return { data: { id: person.id, name: person.name, species } };
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

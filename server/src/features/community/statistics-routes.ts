import { getStatistics, markStatisticSeen, type Period, periodRange, type StatisticName, STATISTICS, todayIn } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { counted } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { type Caller, loggedIn } from '../accounts/access.ts';
import { countIdentifications } from './identified.ts';
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

/** Figures of a person. They exist for every account, as its profile does. */
export function registerStatistics(app: FastifyInstance, context: Context): void {
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

import { getLeaderboard, MAX_RANKED, periodRange, type Ranked, todayIn } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { counted } from '../../db/counted.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import { type BoardFilter, type BoardPerson, type BoardValue, listBlocked, listBoard, listBoardPeople } from './leaderboards-store.ts';

/** More people are looked up than a board shows, in case some have opted out since they were counted. */
const SPARE = 50;

/** Boards of the community (decision 0047). Each is counted once a minute for everybody. */
export function registerLeaderboards(app: FastifyInstance, context: Context): void {
  const { readDb } = context;
  const valuesOf = counted(context.config.COUNTS_MAX_AGE, (key) => listBoard(readDb, JSON.parse(key) as BoardFilter, sendsMail(context)));

  serve(app, getLeaderboard, loggedIn(context), async ({ params, query, caller }) => {
    const filter: BoardFilter = {
      board: params.board,
      country: query.country ?? null,
      group: query.group ?? null,
      days: periodRange(query.period ?? 'this_month', todayIn(caller.timeZone, context.now())),
    };
    const blocked = await listBlocked(readDb, caller.userId);
    const values = (await valuesOf(JSON.stringify(filter))).filter(({ id }) => !blocked.has(id));
    const first = values.slice(0, MAX_RANKED + SPARE).map(({ id }) => id);
    const people = await listBoardPeople(readDb, [...first, caller.userId], sendsMail(context));
    return { data: ranked(values.slice(0, first.length), people).slice(0, MAX_RANKED), own: ownOf(values, people, caller.userId) };
  });
}

/** Equal values share a rank, and the next one leaves as many out. */
export function ranked(values: readonly BoardValue[], people: readonly BoardPerson[]): Ranked[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  const shown = values.flatMap(({ id, value }) => (byId.has(id) ? [{ ...byId.get(id)!, value }] : []));
  return shown.map((one) => ({ ...one, rank: shown.findIndex(({ value }) => value === one.value) + 1 }));
}

/** The row of a person, also outside the first ones. */
function ownOf(values: readonly BoardValue[], people: readonly BoardPerson[], userId: string): Ranked | null {
  const own = values.find(({ id }) => id === userId);
  const person = people.find(({ id }) => id === userId);
  if (!own || !person) return null;
  return { ...person, value: own.value, rank: values.findIndex(({ value }) => value === own.value) + 1 };
}

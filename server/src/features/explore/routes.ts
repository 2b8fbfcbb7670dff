import {
  exploreIdentifiers,
  exploreMonths,
  explorePeople,
  exploreRecords,
  exploreSpecies,
  exploreTotals,
  getKnown,
  MAX_EXPLORED,
  type RecordFilterQuery,
  Uuid,
} from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { FairQueue, forDecoders } from '../../http/fair-queue.ts';
import { invalid } from '../../http/fault.ts';
import { lastOfPage, presentPage as presentRows, readPosition } from '../../http/position.ts';
import { sealFor } from '../../http/seal.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { isVisitor, keepForVisitors, type Reader, reader } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';
import { readListCursor } from '../observations/cursor.ts';
import { presentListed, presentPage } from '../observations/present.ts';
import { type FindProjectRecords, requirePerson, resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import { listObservations } from '../observations/store.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { tellOfViews } from './followed-views.ts';
import { registerRecordFeed } from './record-feed.ts';
import { registerSavedViews } from './saved-views.ts';
import {
  countExplored,
  countExploredMonths,
  type Explored,
  listExploredByName,
  listExploredIdentifiers,
  listExploredPeople,
  listExploredSpecies,
  type NamePosition,
  type PersonPosition,
  type SpeciesPosition,
} from './store.ts';

const DEFAULT_LIMIT = 30;

export interface ExploreNeeds {
  projectRecords: FindProjectRecords;
}

/** Everyone's found records by one filter, as records, species, people and months (decision 0077). */
export function registerExplore(app: FastifyInstance, context: Context, { projectRecords }: ExploreNeeds): void {
  const access = reader(context);
  const options = { problems: ['not_found'] } as const;
  const queue = new FairQueue(forDecoders());
  registerSavedViews(app, context);
  registerRecordFeed(app, context, { projectRecords, inTurn: (person, work) => queue.run(person, work) });
  context.jobs.add({ name: 'followed-views', cron: '*/10 * * * *', timeLimit: 540, run: () => tellOfViews(context, projectRecords) });

  /** What the caller asks for, looked up in the caller's turn: a filter may read many records. */
  const explore = async <T>({ query, caller, request, reply }: Asked, work: (explored: Explored) => Promise<T>): Promise<T> => {
    requirePerson(caller, query);
    keepForVisitors(caller, reply);
    return queue.run(isVisitor(caller) ? readNetwork(request) : caller.userId, async () =>
      work({ filter: await resolveRecordFilter(context, query, caller, projectRecords), callerId: caller.userId }),
    );
  };

  serve(
    app,
    exploreTotals,
    access,
    async (asked) => {
      const { records, species, people } = await explore(asked, (explored) => countExplored(context.readDb, explored));
      const is_minimum = records > MAX_EXPLORED;
      const total = (count: number) => ({ count, is_minimum });
      return { data: { records: total(Math.min(records, MAX_EXPLORED)), species: total(species), people: total(people) } };
    },
    options,
  );

  serve(
    app,
    exploreRecords,
    access,
    async (asked) => {
      const { query, caller } = asked;
      const limit = query.limit ?? DEFAULT_LIMIT;
      const { order } = query;
      if (order === 'name') {
        const after = readNamePosition(context, query.cursor);
        return explore(asked, async (explored) => {
          const named = await listExploredByName(context.readDb, explored, after, limit + 1);
          const ids = named.slice(0, limit).map(({ id }) => id);
          const { callerId } = explored;
          const rows =
            ids.length === 0 ? [] : await listObservations(context.readDb, { callerId, language: caller.language, ids, limit: ids.length });
          const byId = new Map(rows.map((row) => [row.id, row]));
          const last = lastOfPage(named, limit);
          return {
            // One that was hidden or deleted since is left out.
            data: ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentListed(context, row)),
            next_cursor: last && namePositions.seal(context, JSON.stringify([last.key, last.position, last.id])),
          };
        });
      }
      const after = readListCursor(context, query.cursor);
      const rows = await explore(asked, ({ filter, callerId }) =>
        listObservations(context.readDb, {
          callerId,
          language: caller.language,
          selection: filter,
          order,
          after,
          limit: limit + 1,
        }),
      );
      return presentPage(context, rows, limit);
    },
    { ...options, isPresented: true },
  );

  serve(
    app,
    exploreSpecies,
    access,
    async (asked) => {
      const { query, caller } = asked;
      const limit = query.limit ?? DEFAULT_LIMIT;
      const order = query.order ?? 'records';
      const list = `species by ${order}`;
      const after = readSpeciesPosition(list, query.cursor);
      const rows = await explore(asked, (explored) => listExploredSpecies(context.readDb, explored, { order, after, limit: limit + 1 }));
      const shown = rows.slice(0, limit);
      const ids = shown.flatMap(({ pictured }) => pictured ?? []);
      const { readDb: db } = context;
      const { userId: callerId, language } = caller;
      const [taxa, pictured] = await Promise.all([
        findSummaries(
          db,
          shown.map(({ species }) => species),
          language,
        ),
        ids.length === 0 ? [] : listObservations(db, { callerId, language, ids, limit: ids.length }),
      ]);
      const photos = new Map(pictured.map((row) => [row.id, presentListed(context, row).media[0]]));
      return presentRows(rows, limit, {
        list,
        positionOf: ({ key, species }) => [key, String(species)],
        present: ({ species, records, first, last, pictured: id }) => ({
          taxon: getKnown(taxa, species),
          records,
          first,
          last,
          photo: (id === null ? undefined : photos.get(id)) ?? null,
        }),
      });
    },
    options,
  );

  serve(
    app,
    explorePeople,
    access,
    async (asked) => {
      const { query } = asked;
      const limit = query.limit ?? DEFAULT_LIMIT;
      const order = query.order ?? 'records';
      const list = `people by ${order}`;
      const after = readPersonPosition(list, query.cursor);
      const { observers, unnamed } = await explore(asked, (explored) =>
        listExploredPeople(context.readDb, explored, { order, after, limit: limit + 1, sendsMail: sendsMail(context) }),
      );
      return {
        ...presentRows(observers, limit, { list, positionOf: positionOfPerson, present: (person) => person }),
        unnamed,
      };
    },
    options,
  );

  serve(
    app,
    exploreIdentifiers,
    access,
    async (asked) => {
      const { query } = asked;
      const limit = query.limit ?? DEFAULT_LIMIT;
      const order = query.order ?? 'identifications';
      const list = `identifiers by ${order}`;
      const after = readPersonPosition(list, query.cursor);
      const identifiers = await explore(asked, (explored) =>
        listExploredIdentifiers(context.readDb, explored, { order, after, limit: limit + 1, sendsMail: sendsMail(context) }),
      );
      return presentRows(identifiers, limit, { list, positionOf: positionOfPerson, present: (person) => person });
    },
    options,
  );

  serve(
    app,
    exploreMonths,
    access,
    async (asked) => {
      const { months: counted, years } = await explore(asked, (explored) => countExploredMonths(context.readDb, explored));
      const months = Array.from({ length: 12 }, () => 0);
      for (const { month, records } of counted) months[month - 1] = records;
      return { data: { months, years } };
    },
    options,
  );
}

interface Asked {
  query: RecordFilterQuery;
  caller: Reader;
  request: FastifyRequest;
  reply: FastifyReply;
}

const namePositions = sealFor('cursors of records by name');

/** Null without a cursor. Throws 422 if this server did not make it for this order. */
function readNamePosition(context: Context, cursor: string | undefined): NamePosition | null {
  if (!cursor) return null;
  const [key, position, id] = JSON.parse(namePositions.open(context, cursor, 'cursor')) as [string, string, string];
  return { key, position, id };
}

/** Null without a cursor. Throws 422 if it is of another list, or of another order of it. */
function readSpeciesPosition(list: string, cursor: string | undefined): SpeciesPosition | null {
  const position = readPosition(list, cursor);
  if (!position) return null;
  const [key, species] = position;
  if (key === undefined || species === undefined || !/^\d{1,9}$/.test(species)) throw invalid('cursor', 'cursor');
  return { key, species: Number(species) };
}

const positionOfPerson = ({ key, id }: PersonPosition) => [key, id];

/** Null without a cursor. Throws 422 if it is of another list, or of another order of it. */
function readPersonPosition(list: string, cursor: string | undefined): PersonPosition | null {
  const position = readPosition(list, cursor);
  if (!position) return null;
  const [key, id] = position;
  if (key === undefined || key.includes('\0') || id === undefined || !Uuid.safeParse(id).success) throw invalid('cursor', 'cursor');
  return { key, id };
}

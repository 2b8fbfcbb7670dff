import { type AreaContent, getMapCell, getMapSummary, type ReplyOf } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { presentListed } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import { type CountTile, keepForAMinute, mapReader, requirePerson, type Viewer } from './access.ts';
import { boxCells, type BoxCells, listBoxRanges } from './boxes.ts';
import { resolveFilter } from './filter.ts';
import { KEY_BITS } from './grid.ts';
import { isComplete, LAST_LEVEL, LAST_OBSCURED_LEVEL } from './pyramid.ts';
import { type Filter, isFiltered } from './store.ts';
import { type AreaRows, countCells, countTotals, type Kind, listTaxa, MAX_RECORDS, readArea } from './totals-store.ts';

/** The caller of a query without one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Figures for an area of the map. Requests count towards the limit of tiles. */
export function registerMapTotals(app: FastifyInstance, context: Context, countTile: CountTile): void {
  const options = { problems: ['too_many_requests', 'not_found'] } as const;
  serve(
    app,
    getMapSummary,
    mapReader(context),
    async ({ query, caller, request, reply }) => {
      if (query.south >= query.north) throw invalid('north', 'too_small');
      requirePerson(caller, query);
      countTile(caller, request);
      keepForAMinute(caller, reply);
      void reply.header('vary', 'authorization, accept-language');
      const box = boxCells(query);
      const filter = await resolveFilter(context, query, caller);
      const [totals, content] = await Promise.all([
        summarizeBox(context, box, filter),
        query.content === '1'
          ? readArea(context.readDb, listBoxRanges(box), filter, 'all').then((rows) => presentArea(context, rows, caller))
          : null,
      ]);
      return { data: { ...totals, content } };
    },
    options,
  );

  serve(
    app,
    getMapCell,
    mapReader(context),
    async ({ params, query, caller, request, reply }) => {
      const isObscured = query.obscured === '1';
      if (params.cell >= 4 ** params.level || (isObscured && params.level !== KEY_BITS)) throw new Fault('not_found');
      requirePerson(caller, query);
      countTile(caller, request);
      keepForAMinute(caller, reply);
      void reply.header('vary', 'authorization, accept-language');
      return { data: await cellOf(context, params, await resolveFilter(context, query, caller), isObscured, caller) };
    },
    options,
  );
}

/** Counts the records of a box one by one up to `max`. Beyond that, the counts of its cells give the number if there is no filter. */
export async function summarizeBox(
  { readDb: db }: Pick<Context, 'readDb'>,
  box: BoxCells,
  filter: Filter,
  max = MAX_RECORDS,
): Promise<Omit<ReplyOf<typeof getMapSummary>['data'], 'content'>> {
  const { records, species, isCut } = await countTotals(db, listBoxRanges(box), filter, max);
  const isCounted = isCut && box.level <= LAST_LEVEL && !isFiltered(filter) && (await isComplete(db));
  return {
    records: isCounted ? { count: await countCells(db, box, filter.viewerId), is_minimum: false } : { count: records, is_minimum: isCut },
    species: { count: species, is_minimum: isCut },
  };
}

async function cellOf(
  context: Context,
  { level, cell }: { level: number; cell: number },
  filter: Filter,
  isObscured: boolean,
  caller: Viewer,
): Promise<ReplyOf<typeof getMapCell>['data']> {
  const size = 4 ** (KEY_BITS - level);
  const kind: Kind = isObscured ? 'obscured' : level > LAST_OBSCURED_LEVEL ? 'open' : 'all';
  const rows = await readArea(context.readDb, [{ start: cell * size, end: (cell + 1) * size }], filter, kind);
  return {
    records: { count: rows.records, is_minimum: rows.isCut },
    species: { count: rows.species, is_minimum: rows.isCut },
    ...(await presentArea(context, rows, caller)),
  };
}

/** Names the taxa of an area and presents its latest records like those of any list. */
async function presentArea(
  context: Context,
  { taxa, months: counted, latest }: AreaRows,
  { userId, language }: Viewer,
): Promise<AreaContent> {
  const db = context.readDb;
  const ids = taxa.map(({ taxon_id }) => taxon_id);
  const [named, rows] = await Promise.all([
    listTaxa(db, ids, language),
    listObservations(db, { callerId: userId ?? NOBODY, language, ids: latest, limit: latest.length }),
  ]);
  const summaries = new Map(
    named.map(({ taxon_group, has_image, ...row }) => [
      row.id,
      { ...row, group: taxon_group, image_url: has_image ? taxonImageUrl(row.id) : null },
    ]),
  );
  const months = Array.from({ length: 12 }, () => 0);
  for (const { month, records } of counted) months[month - 1] = records;
  return {
    taxa: taxa.map(({ taxon_id, records }) => ({ taxon: summaries.get(taxon_id)!, records })),
    months,
    latest: rows.map((row) => presentListed(context, row)),
  };
}

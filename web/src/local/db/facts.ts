import { hasEvidence, isTick } from '@veld/contract';
import type { DBCore, DBCoreMutateRequest, DBCoreMutateResponse, Middleware } from 'dexie';
import { isReadable } from './readable';
import type { LocalFact, LocalObservation } from './rows';

/** The fact of a row of the user's records. A change here needs a new `FORMAT` in `records/in-memory/stored-facts.ts`. */
export function extractFact(row: LocalObservation): LocalFact | null {
  if (row.deleted !== 0 || !isReadable(row)) return null;
  return {
    id: row.id,
    tick: isTick(row) ? 1 : 0,
    saved_at: row.saved_at,
    taxon_id: row.taxon_id ?? null,
    taxon: row.taxon ?? null,
    observed_on: row.observed_on ?? null,
    observed_time: row.observed_time ?? null,
    time_zone: row.time_zone ?? null,
    count: row.count ?? null,
    count_max: row.count_max ?? null,
    country_code: row.country_code,
    town: row.place?.town ?? null,
    latitude: row.latitude ?? null,
    longitude: row.longitude ?? null,
    coordinate_uncertainty_m: row.coordinate_uncertainty_m ?? null,
    location_id: row.location_id ?? null,
    is_open: (row.geoprivacy ?? 'open') === 'open' && !row.is_obscured,
    has_photo: hasEvidence(row.media),
    is_heard: row.attributes?.['evidence'] === 'heard',
    quality: row.quality,
  };
}

/**
 * Keeps the facts of records in step with the records, whoever writes these: each write to the records writes their facts in the same
 * transaction, which for that includes both tables.
 */
export const factsOfRecords: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'facts',
  create: (core) => ({
    ...core,
    transaction: (tables, mode, options) =>
      core.transaction(
        mode === 'readwrite' && tables.includes('observations') ? [...new Set([...tables, 'facts'])] : tables,
        mode,
        options,
      ),
    table(name) {
      const table = core.table(name);
      if (name !== 'observations') return table;
      return {
        ...table,
        mutate: (request) => table.mutate(request).then((response) => writeFacts(core, request, response).then(() => response)),
      };
    },
  }),
};

async function writeFacts(core: DBCore, request: DBCoreMutateRequest, { failures }: DBCoreMutateResponse): Promise<unknown> {
  const facts = core.table('facts');
  const { trans } = request;
  if (request.type === 'deleteRange') return facts.mutate({ type: 'deleteRange', trans, range: request.range });
  if (request.type === 'delete') return facts.mutate({ type: 'delete', trans, keys: request.keys });
  const rows: readonly LocalObservation[] = request.values;
  const stored = rows.filter((_, at) => !(at in failures));
  const values = stored.flatMap((row) => extractFact(row) ?? []);
  const known = new Set(values.map(({ id }) => id));
  const keys = stored.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  if (keys.length > 0) await facts.mutate({ type: 'delete', trans, keys });
  return values.length > 0 ? facts.mutate({ type: 'put', trans, values }) : undefined;
}

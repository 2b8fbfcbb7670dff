import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ESTABLISHMENT_MEANS, type EstablishmentMeans, getKnown, isAboveSpecies, RANKS_ABOVE_SPECIES } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { KINGDOM_OF_GROUP } from './import/values/groups.ts';
import { refreshArrival, refreshDisplayNames } from './order.ts';
import { parseStarterTables, readStarterFiles, type StarterFiles, type StarterTaxon, rows } from './starter-tables.ts';

export const STARTER_FOLDER = join(import.meta.dirname, '../../../starter');
/** The name of the starter taxonomy as a source. */
const SOURCE = 'starter';

export interface Loaded {
  added: number;
  changed: number;
  removed: number;
}

/**
 * Updates the taxa to match the starter tables: ids are kept, missing taxa are marked as deleted, and changed ones get a new sequence
 * number, so that devices fetch only those. Null if the tables have not changed since the last load; they are not even parsed then. If
 * two servers start at the same time, the second waits for the first.
 */
export async function loadStarter(context: { db: Db; log: Pick<Context['log'], 'info'> }, folder = STARTER_FOLDER): Promise<Loaded | null> {
  const files = await readStarterFiles(folder);
  const before = await context.db.selectFrom('taxonomy_state').select('starter_hash').executeTakeFirst();
  if (before?.starter_hash === files.hash) return null;
  const loaded = await inTransaction(context.db, (tx) => loadTables(tx, files));
  if (loaded) context.log.info({ starter: loaded }, 'starter taxonomy loaded');
  return loaded;
}

async function loadTables(tx: Tx, files: StarterFiles): Promise<Loaded | null> {
  // Another server may be loading, so this transaction waits longer than others.
  await sql`set local lock_timeout = '120s'`.execute(tx);
  await sql`set local statement_timeout = '120s'`.execute(tx);
  await tx
    .insertInto('taxonomy_state')
    .values({ epoch: randomUUID(), seq: 0, starter_hash: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const state = await tx.selectFrom('taxonomy_state').select(['seq', 'starter_hash']).forUpdate().executeTakeFirstOrThrow();
  if (state.starter_hash === files.hash) return null;

  const taxa = parseStarterTables(files);
  const seq = state.seq + 1;
  const known = await listKnown(tx);
  const imported = await listImported(tx, taxa);
  const unknown = taxa.filter((taxon) => !known.has(taxon.id) && !imported.has(taxon.id));
  for (const [id, successor] of await mergeIntoImported(tx, unknown, seq)) imported.set(id, successor);
  const own = taxa
    .filter((taxon) => !imported.has(taxon.id))
    .map((taxon) => ({ ...taxon, parent_id: taxon.parent_id && (imported.get(taxon.parent_id) ?? taxon.parent_id) }));
  const added = own.filter((taxon) => !known.has(taxon.id));
  const changed = own.filter((taxon) => known.has(taxon.id) && known.get(taxon.id) !== fingerprint(taxon));
  const listed = new Set(taxa.map((taxon) => taxon.id));
  const removed = [...known].filter(([id, print]) => !listed.has(id) && print !== DELETED).map(([id]) => id);

  await writeTaxa(tx, [...added, ...changed], seq);
  if (removed.length > 0)
    await tx
      .updateTable('taxa')
      .set({ is_deleted: true, updated_seq: seq })
      .where('id', 'in', removed)
      .where('source', '=', SOURCE)
      .execute();
  await replaceStarterStatuses(tx, SOURCE, parseStarterStatuses(files.statuses, taxa), (id) => imported.get(id) ?? id);
  await refreshDisplayNames(tx, seq);
  await refreshArrival(tx);
  await tx
    .updateTable('taxonomy_state')
    .set({ seq, starter_hash: files.hash, updated_at: sql`now()` })
    .execute();
  return { added: added.length, changed: changed.length, removed: removed.length };
}

/** Taxa that imports have merged, split or taken over, with the current id of each. The starter no longer changes them. */
async function listImported(tx: Tx, taxa: readonly StarterTaxon[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; current_id: number }>`
    select t.id, coalesce(t.accepted_id, t.id) as current_id from taxa t where t.id = any(${taxa.map((taxon) => taxon.id)}::int[])
      and (t.source <> ${SOURCE} or t.accepted_id is not null or exists (select 1 from taxon_splits x where x.taxon_id = t.id))
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row.current_id]));
}

/**
 * Merges new starter taxa into imported taxa of the same scientific name, rank and kingdom, and adds their names and countries to
 * these. Otherwise an upgrade would duplicate every genus of an imported list. Returns the imported taxon by starter id.
 */
async function mergeIntoImported(tx: Tx, added: readonly StarterTaxon[], seq: number): Promise<Map<number, number>> {
  const kingdoms = new Map<string, string>(KINGDOM_OF_GROUP);
  const { rows } = await sql<{ id: number; scientific_name: string; rank: string; taxon_group: string }>`
    select id, scientific_name, rank, taxon_group from taxa
    where source <> ${SOURCE} and not is_deleted and scientific_name = any(${added.map((taxon) => taxon.scientific_name)}::text[])
  `.execute(tx);
  const successors = new Map<number, number>();
  for (const taxon of added) {
    const kingdom = kingdoms.get(taxon.taxon_group);
    const same = rows.filter((row) => {
      const other = kingdoms.get(row.taxon_group);
      return row.scientific_name === taxon.scientific_name && row.rank === taxon.rank && (!other || !kingdom || other === kingdom);
    });
    const [only, ...others] = same;
    if (only && others.length === 0) successors.set(taxon.id, only.id);
  }
  if (successors.size === 0) return successors;
  const merged = added.filter((taxon) => successors.has(taxon.id));
  await upsertTaxa(
    tx,
    merged.map((taxon) => ({ ...taxon, parent_id: null })),
    seq,
  );
  const pairs = sql`json_to_recordset(${JSON.stringify([...successors].map(([id, successor]) => ({ id, successor })))}::json) as pair (id integer, successor integer)`;
  await sql`update taxa set accepted_id = pair.successor, is_deleted = true from ${pairs} where taxa.id = pair.id`.execute(tx);
  await sql`update taxa set updated_seq = ${seq} from ${pairs} where taxa.id = pair.successor`.execute(tx);
  const names = merged.flatMap((taxon) => taxon.names.map((name) => ({ taxon_id: getKnown(successors, taxon.id), ...name })));
  await sql`
    insert into taxon_names (taxon_id, language, name, is_preferred, source)
    select own.taxon_id, own.language, own.name, own.is_preferred and not exists (
      select 1 from taxon_names n where n.taxon_id = own.taxon_id and n.language = own.language and n.is_preferred
    ), ${SOURCE}
    from json_to_recordset(${JSON.stringify(names)}::json) as own (taxon_id integer, language text, name text, is_preferred boolean)
    on conflict do nothing
  `.execute(tx);
  const countries = merged.flatMap((taxon) =>
    [...taxon.countries].map(([country_code, rarity_class]) => ({
      country_code,
      taxon_id: getKnown(successors, taxon.id),
      rarity_class,
      source: SOURCE,
    })),
  );
  for (const part of inBatches(countries))
    await tx
      .insertInto('taxon_countries')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return successors;
}

const DELETED = 'deleted';

/** Fingerprints of the stored starter taxa by id, for comparison with the tables. */
async function listKnown(tx: Tx): Promise<Map<number, string>> {
  const taxa = await tx.selectFrom('taxa').selectAll().where('source', '=', SOURCE).execute();
  const ofTaxon = new Map<number, StarterTaxon>();
  for (const row of taxa) ofTaxon.set(row.id, { ...row, countries: new Map(), names: [] });
  const names = await tx
    .selectFrom('taxon_names as name')
    .innerJoin('taxa', 'taxa.id', 'name.taxon_id')
    .select(['name.taxon_id', 'name.language', 'name.name', 'name.is_preferred'])
    .where('taxa.source', '=', SOURCE)
    .where('name.source', '=', SOURCE)
    .execute();
  for (const { taxon_id, ...name } of names) ofTaxon.get(taxon_id)?.names.push(name);
  const countries = await tx
    .selectFrom('taxon_countries as country')
    .innerJoin('taxa', 'taxa.id', 'country.taxon_id')
    .select(['country.taxon_id', 'country.country_code', 'country.rarity_class'])
    .where('taxa.source', '=', SOURCE)
    .where('country.source', '=', SOURCE)
    .execute();
  for (const row of countries) ofTaxon.get(row.taxon_id)?.countries.set(row.country_code, row.rarity_class);
  return new Map(taxa.map((row) => [row.id, row.is_deleted ? DELETED : fingerprint(getKnown(ofTaxon, row.id))]));
}

function fingerprint(taxon: StarterTaxon): string {
  return JSON.stringify([
    taxon.scientific_name,
    taxon.authority,
    taxon.rank,
    taxon.taxon_group,
    taxon.family,
    taxon.rarity_class,
    taxon.parent_id,
    [...taxon.countries].map(([country, rarity]) => `${country}${rarity}`).toSorted(),
    taxon.names.map((name) => `${name.language} ${name.is_preferred} ${name.name}`).toSorted(),
  ]);
}

/** Number of rows per statement, because PostgreSQL accepts at most 65,535 values. */
const BATCH = 3000;

async function writeTaxa(tx: Tx, taxa: StarterTaxon[], seq: number): Promise<void> {
  if (taxa.length === 0) return;
  await upsertTaxa(tx, taxa, seq);
  await replaceNames(tx, taxa);
  await replaceCountries(tx, taxa);
}

async function upsertTaxa(tx: Tx, taxa: readonly StarterTaxon[], seq: number): Promise<void> {
  // A parent must be there before its children, which may be in a later batch.
  const parentsFirst = taxa.toSorted((one, other) => depthOf(one.rank) - depthOf(other.rank));
  for (const part of inBatches(parentsFirst)) {
    const rows = part.map((taxon) => ({
      id: taxon.id,
      source: SOURCE,
      source_id: String(taxon.id),
      scientific_name: taxon.scientific_name,
      display_name: taxon.scientific_name,
      authority: taxon.authority,
      rank: taxon.rank,
      taxon_group: taxon.taxon_group,
      family: taxon.family,
      parent_id: taxon.parent_id,
      rarity_class: taxon.rarity_class,
      arrival: 0,
      is_deleted: false,
      updated_seq: seq,
    }));
    await tx
      .insertInto('taxa')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          scientific_name: eb.ref('excluded.scientific_name'),
          authority: eb.ref('excluded.authority'),
          rank: eb.ref('excluded.rank'),
          taxon_group: eb.ref('excluded.taxon_group'),
          family: eb.ref('excluded.family'),
          parent_id: eb.ref('excluded.parent_id'),
          rarity_class: eb.ref('excluded.rarity_class'),
          is_deleted: false,
          accepted_id: null,
          updated_seq: seq,
        })),
      )
      .execute();
  }
}

async function replaceNames(tx: Tx, taxa: StarterTaxon[]): Promise<void> {
  const ids = taxa.map((taxon) => taxon.id);
  await tx.deleteFrom('taxon_names').where('taxon_id', 'in', ids).where('source', '=', SOURCE).execute();
  // A preferred name of the starter replaces a preferred name from an import.
  const names = taxa.flatMap((taxon) => taxon.names.map((name) => ({ taxon_id: taxon.id, ...name })));
  await sql`
    update taxon_names n set is_preferred = false
    from json_to_recordset(${JSON.stringify(names.filter((name) => name.is_preferred))}::json) as own (taxon_id integer, language text)
    where n.taxon_id = own.taxon_id and n.language = own.language and n.is_preferred
  `.execute(tx);
  for (const part of inBatches(names))
    await tx
      .insertInto('taxon_names')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['taxon_id', 'language', 'name'])
          .doUpdateSet((eb) => ({ source: SOURCE, is_preferred: eb.ref('excluded.is_preferred') })),
      )
      .execute();
}

async function replaceCountries(tx: Tx, taxa: StarterTaxon[]): Promise<void> {
  const ids = taxa.map((taxon) => taxon.id);
  const countries = taxa.flatMap((taxon) =>
    [...taxon.countries].map(([country_code, rarity_class]) => ({ country_code, taxon_id: taxon.id, rarity_class })),
  );
  // Rows that stay are updated instead of replaced, because they also contain record counts.
  const listed = countries.map(({ country_code, taxon_id }) => `${country_code} ${taxon_id}`);
  await sql`
    delete from taxon_countries
    where taxon_id = any(${ids}::int[]) and source = ${SOURCE} and country_code || ' ' || taxon_id <> all(${listed}::text[])
  `.execute(tx);
  for (const part of inBatches(countries))
    await tx
      .insertInto('taxon_countries')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['country_code', 'taxon_id'])
          .doUpdateSet((eb) => ({ source: SOURCE, rarity_class: eb.ref('excluded.rarity_class') })),
      )
      .execute();
}

/** Species and what is below them come last. */
function depthOf(rank: string): number {
  return isAboveSpecies(rank) ? RANKS_ABOVE_SPECIES.indexOf(rank) : RANKS_ABOVE_SPECIES.length;
}

function inBatches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, batch) => rows.slice(batch * BATCH, (batch + 1) * BATCH));
}

interface StarterStatus {
  taxon_id: number;
  country_code: string;
  establishment_means: EstablishmentMeans;
  is_invasive: boolean;
  reference: string;
}

const HEADER = 'taxon_id\tcountries\testablishment_means\tis_invasive\tsource';

/** Reads `statuses.tsv`. Throws a `StarterError` for an invalid value, such as a country that is not on the list of the taxon. */
function parseStarterStatuses(text: string, taxa: readonly StarterTaxon[]): StarterStatus[] {
  const byId = new Map(taxa.map((taxon) => [taxon.id, taxon]));
  const found: StarterStatus[] = [];
  for (const { cells, fail } of rows('statuses.tsv', text, HEADER)) {
    const [id = '', countries = '', means = '', invasive = '', reference = ''] = cells;
    const taxon = byId.get(Number(id)) ?? fail(`there is no taxon ${id}`);
    const establishment_means = ESTABLISHMENT_MEANS.find((one) => one === means) ?? fail(`there are no establishment means "${means}"`);
    if (invasive !== 'true' && invasive !== 'false') fail(`"${invasive}" is neither true nor false`);
    if (!reference) fail('there is no source');
    for (const country_code of countries.split(' ')) {
      if (!taxon.countries.has(country_code)) fail(`${country_code} is not on the list of taxon ${id}`);
      if (found.some((one) => one.taxon_id === taxon.id && one.country_code === country_code)) fail(`${country_code} occurs twice`);
      found.push({ taxon_id: taxon.id, country_code, establishment_means, is_invasive: invasive === 'true', reference });
    }
  }
  return found;
}

/** Replaces what the starter says. `currentId`: the taxon that a starter taxon is now. */
async function replaceStarterStatuses(
  tx: Tx,
  source: string,
  statuses: readonly StarterStatus[],
  currentId: (id: number) => number,
): Promise<void> {
  await tx.deleteFrom('taxon_statuses').where('source', '=', source).execute();
  if (statuses.length === 0) return;
  await tx
    .insertInto('taxon_statuses')
    .values(statuses.map((status) => ({ ...status, taxon_id: currentId(status.taxon_id), source, threat_status: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

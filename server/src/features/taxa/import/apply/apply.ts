import { type RawBuilder, sql } from 'kysely';
import { onlyRow } from '../../../../db/rows.ts';
import type { Tx } from '../../../../db/open.ts';
import { refreshArrival, refreshDisplayNames } from '../../order.ts';
import {
  type Applied,
  type ApplyOptions,
  recordChanges,
  applyCountries,
  applyNames,
  assignTaxa,
  type CountRow,
  indexCounts,
  isCovered,
} from './apply-names.ts';
import { matchTaxa } from './match.ts';

const MAX_EXAMPLES = 8;

/** Updates the taxa to match the staged rows. Does not change taxa that match already. */
export async function applyStage(tx: Tx, options: ApplyOptions): Promise<Applied> {
  const { importId, source, seq } = options;
  const step = async (work: () => Promise<unknown>) => {
    await work();
    await options.onStep();
  };
  await step(() => matchTaxa(tx, importId, source));
  // The planner needs new statistics after the rows were rewritten.
  await step(() => sql`analyze taxonomy_import_taxa`.execute(tx));
  await step(() => insertNew(tx, options));
  await step(() => updateKnown(tx, options));
  await step(() => keepSourceIds(tx, options));
  await step(() => mergeAndSplit(tx, options));
  if (options.isComplete) await step(() => removeAbsent(tx, options));
  const names = await applyNames(tx, options);
  await options.onStep();
  const countries = await applyCountries(tx, options);
  await options.onStep();
  const statuses = await applyStatuses(tx, options);
  await options.onStep();
  await sql`
    update taxa set updated_seq = ${seq} from taxonomy_import_changes c
    where c.import_id = ${importId} and c.taxon_id = taxa.id and taxa.updated_seq <> ${seq}
  `.execute(tx);
  const applied = { ...(await summary(tx, importId)), ...names, ...countries, ...statuses };
  if (!options.isDryRun) {
    await step(() => refreshDisplayNames(tx, seq));
    await refreshArrival(tx);
  }
  return applied;
}

/** The staged rows of accepted taxa, with their resolved group, family, parent and rarity class. */
function resolvedRows({ importId, source }: ApplyOptions): RawBuilder<unknown> {
  return sql`
    select s.*, coalesce(s.taxon_group, s.group_own, 'other') as final_group, coalesce(s.family, s.family_own) as final_family,
      nullif(coalesce(p.taxon_id, k.taxon_id), s.taxon_id) as parent_taxon_id,
      coalesce(s.rarity_class, case when s.observation_count >= 10000 then 1 when s.observation_count >= 1000 then 2
        when s.observation_count >= 100 then 3 when s.observation_count >= 10 then 4 else 5 end) as first_rarity
    from taxonomy_import_taxa s
    left join taxonomy_import_taxa n on n.import_id = ${importId} and n.source_id = s.parent_source_id
    left join taxonomy_import_taxa p on p.import_id = ${importId} and p.source_id = n.final_source_id
    left join taxon_sources k on k.source = ${source} and k.source_id = coalesce(n.final_source_id, s.parent_source_id) and p.taxon_id is null
    where s.import_id = ${importId} and s.final_source_id = s.source_id`;
}

async function insertNew(tx: Tx, options: ApplyOptions): Promise<void> {
  await sql`
    insert into taxa (id, source, source_id, scientific_name, display_name, authority, rank, taxon_group, family, parent_id, rarity_class, arrival,
      external_observation_count, updated_seq)
    select taxon_id, ${options.source}, source_id, scientific_name, scientific_name, authority, rank, final_group, final_family, parent_taxon_id, first_rarity, 0,
      coalesce(observation_count, 0), ${options.seq}
    from (${resolvedRows(options)}) w where is_new
  `.execute(tx);
}

/**
 * Updates taxa that exist already. Only the source that created a taxon may change it; other sources may only set its number of
 * observations. A deleted taxon is taken over by a source that has it.
 */
async function updateKnown(tx: Tx, options: ApplyOptions): Promise<void> {
  const { importId, source } = options;
  const parent = options.has.parents ? sql`w.parent_taxon_id` : sql`t.parent_id`;
  await sql`
    with updated as (
      update taxa t set source = ${source}, source_id = w.source_id, scientific_name = w.scientific_name,
        display_name = case when t.scientific_name = w.scientific_name then t.display_name else w.scientific_name end,
        authority = w.authority, rank = w.rank, taxon_group = w.final_group, family = w.final_family, parent_id = ${parent},
        rarity_class = coalesce(w.rarity_class, t.rarity_class), external_observation_count = coalesce(w.observation_count, t.external_observation_count),
        is_deleted = false, accepted_id = null
      from (${resolvedRows(options)}) w
      where t.id = w.taxon_id and not w.is_new and (t.source = ${source} or t.is_deleted) and (
        t.scientific_name, t.authority, t.rank, t.taxon_group, t.family, t.parent_id, t.rarity_class, t.external_observation_count, t.is_deleted
      ) is distinct from (
        w.scientific_name, w.authority, w.rank, w.final_group, w.final_family, ${parent}, coalesce(w.rarity_class, t.rarity_class),
        coalesce(w.observation_count, t.external_observation_count), false
      )
      returning t.id as taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
  await sql`
    with updated as (
      update taxa t set external_observation_count = s.observation_count from taxonomy_import_taxa s
      where s.import_id = ${importId} and s.final_source_id = s.source_id and not s.is_new and t.id = s.taxon_id and t.source <> ${source}
        and s.observation_count <> t.external_observation_count
      returning t.id as taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
  // A taxon that is accepted again is no longer split.
  await sql`
    delete from taxon_splits where taxon_id in (select taxon_id from taxonomy_import_taxa where import_id = ${importId} and final_source_id = source_id)
  `.execute(tx);
}

/** Maps the ids of the source to taxa. If the source renumbers a taxon, the mapping of its old id is deleted. */
async function keepSourceIds(tx: Tx, { importId, source }: ApplyOptions): Promise<void> {
  await sql`
    delete from taxon_sources k where k.source = ${source}
      and exists (
        select 1 from taxonomy_import_taxa s
        where s.import_id = ${importId} and s.taxon_id = k.taxon_id and s.final_source_id = s.source_id and s.source_id <> k.source_id
      )
      and not exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.source_id = k.source_id)
  `.execute(tx);
  await sql`
    update taxa t set source_id = s.source_id from taxonomy_import_taxa s
    where s.import_id = ${importId} and s.final_source_id = s.source_id and s.taxon_id = t.id and t.source = ${source} and t.source_id <> s.source_id
      and not exists (select 1 from taxa o where o.source = ${source} and o.source_id = s.source_id)
  `.execute(tx);
  await sql`
    insert into taxon_sources (source, source_id, taxon_id)
    select ${source}, source_id, taxon_id from taxonomy_import_taxa where import_id = ${importId} and taxon_id is not null
    on conflict (source, source_id) do update set taxon_id = excluded.taxon_id where taxon_sources.taxon_id <> excluded.taxon_id
  `.execute(tx);
}

/** Merges taxa that are synonyms in the file into their accepted taxon, and marks taxa that the file splits. */
async function mergeAndSplit(tx: Tx, { importId, source }: ApplyOptions): Promise<void> {
  const merges = sql`
    select s.taxon_id, coalesce(f.taxon_id, k.taxon_id) as into_id from taxonomy_import_taxa s
    left join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.final_source_id
    left join taxon_sources k on k.source = ${source} and k.source_id = s.final_source_id and f.taxon_id is null
    where s.import_id = ${importId} and s.taxon_id is not null and s.final_source_id <> s.source_id`;
  await sql`
    with updated as (
      update taxa t set accepted_id = l.into_id, is_deleted = true from (${merges}) l
      where t.id = l.taxon_id and l.into_id <> t.id and (t.accepted_id is distinct from l.into_id or not t.is_deleted)
      returning t.id as taxon_id
    ) ${recordChanges(importId, 'merged', sql`updated`)}
  `.execute(tx);
  // Children get the successor as their parent, and taxa merged into the merged taxon now refer to its successor.
  await sql`
    with updated as (
      update taxa c set parent_id = t.accepted_id from taxa t, taxonomy_import_changes m
      where m.import_id = ${importId} and m.kind = 'merged' and t.id = m.taxon_id and c.parent_id = t.id and c.id <> t.accepted_id
      returning c.id as taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
  await sql`
    with updated as (
      update taxa c set accepted_id = t.accepted_id from taxa t, taxonomy_import_changes m
      where m.import_id = ${importId} and m.kind = 'merged' and t.id = m.taxon_id and c.accepted_id = t.id and c.id <> t.accepted_id
      returning c.id as taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);

  const parts = sql`
    select s.taxon_id, coalesce(e.taxon_id, k.taxon_id) as into_id
    from (select taxon_id, unnest(split_source_ids) as target from taxonomy_import_taxa where import_id = ${importId} and split_source_ids is not null and taxon_id is not null) s
    left join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.target
    left join taxonomy_import_taxa e on e.import_id = ${importId} and e.source_id = f.final_source_id
    left join taxon_sources k on k.source = ${source} and k.source_id = s.target and e.taxon_id is null`;
  await sql`
    with updated as (
      update taxa t set is_deleted = true, accepted_id = null from (select distinct taxon_id from (${parts}) p) d
      where t.id = d.taxon_id and (not t.is_deleted or t.accepted_id is not null)
      returning t.id as taxon_id
    ) ${recordChanges(importId, 'split', sql`updated`)}
  `.execute(tx);
  await sql`
    delete from taxon_splits x where exists (select 1 from (${parts}) p where p.taxon_id = x.taxon_id)
      and not exists (select 1 from (${parts}) p where p.taxon_id = x.taxon_id and p.into_id = x.into_id)
  `.execute(tx);
  await sql`
    insert into taxon_splits (taxon_id, into_id) select distinct taxon_id, into_id from (${parts}) p where into_id is not null and into_id <> taxon_id
    on conflict do nothing
  `.execute(tx);
}

/** Deletes taxa that a complete list no longer has, unless another source has them and takes them over. */
async function removeAbsent(tx: Tx, { importId, source, leftOut }: ApplyOptions): Promise<void> {
  const absent = sql`
    select t.id from taxa t where t.source = ${source} and not t.is_deleted and t.source_id <> all(${leftOut})
      and not exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id = t.id)`;
  await sql`
    update taxa t set source = k.source, source_id = k.source_id
    from (select distinct on (taxon_id) taxon_id, source, source_id from taxon_sources where source <> ${source} order by taxon_id, source, source_id) k
    where k.taxon_id = t.id and t.id in (${absent}) and not exists (select 1 from taxa o where o.source = k.source and o.source_id = k.source_id)
  `.execute(tx);
  await sql`
    with updated as (update taxa set is_deleted = true, accepted_id = null where id in (${absent}) returning id as taxon_id)
    ${recordChanges(importId, 'deleted', sql`updated`)}
  `.execute(tx);
}

async function summary(
  tx: Tx,
  importId: string,
): Promise<Omit<Applied, 'names_added' | 'names_removed' | 'countries_added' | 'countries_removed' | 'statuses_set' | 'statuses_removed'>> {
  const staged = await sql<{ taxa: number; synonyms: number; added: number }>`
    select count(*) filter (where final_source_id = source_id) as taxa, count(*) filter (where final_source_id is distinct from source_id) as synonyms,
      count(*) filter (where is_new) as added
    from taxonomy_import_taxa where import_id = ${importId}
  `.execute(tx);
  const { taxa, synonyms, added } = onlyRow(staged.rows);
  const kinds = await sql<{ kind: string; count: number; in_file: number }>`
    select c.kind, count(*) as count, count(s.taxon_id) as in_file from taxonomy_import_changes c
    left join taxonomy_import_taxa s on s.import_id = ${importId} and s.taxon_id = c.taxon_id and s.final_source_id = s.source_id and not s.is_new
    where c.import_id = ${importId} group by c.kind
  `.execute(tx);
  const count = (kind: string) => kinds.rows.find((row) => row.kind === kind)?.count ?? 0;
  const affected = kinds.rows.reduce((sum, row) => sum + row.in_file, 0);
  const names = async (kind: string) => {
    const { rows } = await sql<{ scientific_name: string }>`
      select t.scientific_name from taxonomy_import_changes c join taxa t on t.id = c.taxon_id
      where c.import_id = ${importId} and c.kind = ${kind} order by t.id limit ${MAX_EXAMPLES}
    `.execute(tx);
    return rows.map((row) => row.scientific_name);
  };
  const newTaxa = await sql<{ scientific_name: string }>`
    select scientific_name from taxonomy_import_taxa where import_id = ${importId} and is_new order by row_number limit ${MAX_EXAMPLES}
  `.execute(tx);
  return {
    taxa,
    synonyms,
    added,
    changed: count('changed'),
    unchanged: taxa - added - affected,
    merged: count('merged'),
    split: count('split'),
    deleted: count('deleted'),
    examples: {
      added: newTaxa.rows.map((row) => row.scientific_name),
      changed: await names('changed'),
      merged: await names('merged'),
      split: await names('split'),
      deleted: await names('deleted'),
    },
  };
}

/**
 * Replaces what a source says about taxa in countries. Several rows of a taxon and a country, such as those of its islands, become one.
 * A row without a country counts for the countries of the file in which the taxon is not native.
 */
async function applyStatuses(tx: Tx, options: ApplyOptions): Promise<Pick<Applied, 'statuses_set' | 'statuses_removed'>> {
  const { importId, source, title } = options;
  if (!options.has.statuses) return { statuses_set: {}, statuses_removed: {} };
  await assignTaxa(tx, importId, 'taxonomy_import_statuses');
  const isEverywhere = sql`exists (
    select 1 from taxonomy_import_statuses p where p.import_id = ${importId} and p.taxon_id = c.taxon_id and p.country_code is null and p.is_invasive)`;
  await sql`create temporary table wanted_statuses (like taxon_statuses) on commit drop`.execute(tx);
  await sql`
    insert into wanted_statuses (taxon_id, country_code, source, establishment_means, is_invasive, is_protected, threat_status, reference)
    select * from (
    select taxon_id, country_code, ${source}::text, establishment_means, is_invasive and establishment_means is distinct from 'native' as is_invasive,
      is_protected, threat_status, reference
    from (
      select taxon_id, country_code, bool_or(is_invasive) as is_invasive, bool_or(is_protected) as is_protected,
        case when count(distinct establishment_means) > 1 then 'uncertain' else min(establishment_means) end as establishment_means,
        (array_agg(threat_status order by row_number) filter (where threat_status is not null))[1] as threat_status,
        coalesce((array_agg(reference order by row_number) filter (where reference is not null))[1], ${title}::text) as reference
      from (
        select row_number, taxon_id, country_code, establishment_means, is_invasive, is_protected, threat_status, reference
        from taxonomy_import_statuses where import_id = ${importId} and taxon_id is not null and country_code is not null
        union all
        select c.row_number, c.taxon_id, c.country_code, null, true, false, null, null
        from taxonomy_import_countries c where c.import_id = ${importId} and c.taxon_id is not null and ${isEverywhere}
      ) said group by taxon_id, country_code
    ) merged
    ) wanted where establishment_means is not null or threat_status is not null or is_invasive or is_protected
  `.execute(tx);
  const { rows: removed } = await sql<CountRow>`
    with deleted as (
      delete from taxon_statuses e where e.source = ${source} and ${isCovered(options)} and not exists (
        select 1 from wanted_statuses w where w.taxon_id = e.taxon_id and w.country_code = e.country_code
      ) returning e.country_code
    ) select country_code as key, count(*) as count from deleted group by country_code order by count(*) desc, country_code
  `.execute(tx);
  const { rows: set } = await sql<CountRow>`
    with written as (
      insert into taxon_statuses as e (taxon_id, country_code, source, establishment_means, is_invasive, is_protected, threat_status, reference)
      select taxon_id, country_code, source, establishment_means, is_invasive, is_protected, threat_status, reference from wanted_statuses
      on conflict (taxon_id, country_code, source) do update set establishment_means = excluded.establishment_means,
        is_invasive = excluded.is_invasive, is_protected = excluded.is_protected, threat_status = excluded.threat_status,
        reference = excluded.reference
      where (e.establishment_means, e.is_invasive, e.is_protected, e.threat_status, e.reference) is distinct from
        (excluded.establishment_means, excluded.is_invasive, excluded.is_protected, excluded.threat_status, excluded.reference)
      returning country_code
    ) select country_code as key, count(*) as count from written group by country_code order by count(*) desc, country_code
  `.execute(tx);
  return { statuses_set: indexCounts(set), statuses_removed: indexCounts(removed) };
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../db/open.ts';
import { refreshArrival, refreshDisplayNames } from '../../order.ts';
import { type Applied, type ApplyAsk, noted } from './applied.ts';
import { applyCountries, applyNames } from './apply-names.ts';
import { matchTaxa } from './match.ts';

const EXAMPLES = 8;

/** Updates the taxa to match the staged rows; equal ones are not touched. */
export async function applyStage(tx: Tx, ask: ApplyAsk): Promise<Applied> {
  const { importId, source, seq } = ask;
  const step = async (work: () => Promise<unknown>) => {
    await work();
    await ask.onStep();
  };
  await step(() => matchTaxa(tx, importId, source));
  // The rows were just rewritten, so the planner needs new statistics.
  await step(() => sql`analyze taxonomy_import_taxa`.execute(tx));
  await step(() => insertNew(tx, ask));
  await step(() => updateKnown(tx, ask));
  await step(() => keepSourceIds(tx, ask));
  await step(() => mergeAndSplit(tx, ask));
  if (ask.isComplete) await step(() => removeAbsent(tx, ask));
  const names = await applyNames(tx, ask);
  await ask.onStep();
  const countries = await applyCountries(tx, ask);
  await ask.onStep();
  await sql`
    update taxa set updated_seq = ${seq} from taxonomy_import_changes c
    where c.import_id = ${importId} and c.taxon_id = taxa.id and taxa.updated_seq <> ${seq}
  `.execute(tx);
  const applied = { ...(await summary(tx, importId)), ...names, ...countries };
  if (!ask.isDryRun) {
    await step(() => refreshDisplayNames(tx, seq));
    await refreshArrival(tx);
  }
  return applied;
}

/** The rows as taxa, with the ids of their parents. */
function wanted({ importId, source }: ApplyAsk): RawBuilder<unknown> {
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

async function insertNew(tx: Tx, ask: ApplyAsk): Promise<void> {
  await sql`
    insert into taxa (id, source, source_id, scientific_name, display_name, authority, rank, taxon_group, family, parent_id, rarity_class, arrival,
      external_observation_count, updated_seq)
    select taxon_id, ${ask.source}, source_id, scientific_name, scientific_name, authority, rank, final_group, final_family, parent_taxon_id, first_rarity, 0,
      coalesce(observation_count, 0), ${ask.seq}
    from (${wanted(ask)}) w where is_new
  `.execute(tx);
}

/**
 * The source that created a taxon describes it; other sources may only set how often it was observed. A taxon that its source has
 * dropped passes to a source that still has it.
 */
async function updateKnown(tx: Tx, ask: ApplyAsk): Promise<void> {
  const { importId, source } = ask;
  const parent = ask.has.parents ? sql`w.parent_taxon_id` : sql`t.parent_id`;
  await sql`
    with done as (
      update taxa t set source = ${source}, source_id = w.source_id, scientific_name = w.scientific_name,
        display_name = case when t.scientific_name = w.scientific_name then t.display_name else w.scientific_name end,
        authority = w.authority, rank = w.rank, taxon_group = w.final_group, family = w.final_family, parent_id = ${parent},
        rarity_class = coalesce(w.rarity_class, t.rarity_class), external_observation_count = coalesce(w.observation_count, t.external_observation_count),
        is_deleted = false, accepted_id = null
      from (${wanted(ask)}) w
      where t.id = w.taxon_id and not w.is_new and (t.source = ${source} or t.is_deleted) and (
        t.scientific_name, t.authority, t.rank, t.taxon_group, t.family, t.parent_id, t.rarity_class, t.external_observation_count, t.is_deleted
      ) is distinct from (
        w.scientific_name, w.authority, w.rank, w.final_group, w.final_family, ${parent}, coalesce(w.rarity_class, t.rarity_class),
        coalesce(w.observation_count, t.external_observation_count), false
      )
      returning t.id as taxon_id
    ) ${noted(importId, 'changed', sql`done`)}
  `.execute(tx);
  await sql`
    with done as (
      update taxa t set external_observation_count = s.observation_count from taxonomy_import_taxa s
      where s.import_id = ${importId} and s.final_source_id = s.source_id and not s.is_new and t.id = s.taxon_id and t.source <> ${source}
        and s.observation_count <> t.external_observation_count
      returning t.id as taxon_id
    ) ${noted(importId, 'changed', sql`done`)}
  `.execute(tx);
  // A taxon that returns is no longer split.
  await sql`
    delete from taxon_splits where taxon_id in (select taxon_id from taxonomy_import_taxa where import_id = ${importId} and final_source_id = source_id)
  `.execute(tx);
}

/** Maps the source's ids to our taxa. When a source renumbers a taxon, its old id stays mapped. */
async function keepSourceIds(tx: Tx, { importId, source }: ApplyAsk): Promise<void> {
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

/** Our taxa that the file has as synonyms are merged into the accepted taxon; those that it splits are marked. */
async function mergeAndSplit(tx: Tx, { importId, source }: ApplyAsk): Promise<void> {
  const lead = sql`
    select s.taxon_id, coalesce(f.taxon_id, k.taxon_id) as into_id from taxonomy_import_taxa s
    left join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.final_source_id
    left join taxon_sources k on k.source = ${source} and k.source_id = s.final_source_id and f.taxon_id is null
    where s.import_id = ${importId} and s.taxon_id is not null and s.final_source_id <> s.source_id`;
  await sql`
    with done as (
      update taxa t set accepted_id = l.into_id, is_deleted = true from (${lead}) l
      where t.id = l.taxon_id and l.into_id <> t.id and (t.accepted_id is distinct from l.into_id or not t.is_deleted)
      returning t.id as taxon_id
    ) ${noted(importId, 'merged', sql`done`)}
  `.execute(tx);
  // Children move to the successor, and redirects to the merged taxon are updated.
  await sql`
    with done as (
      update taxa c set parent_id = t.accepted_id from taxa t, taxonomy_import_changes m
      where m.import_id = ${importId} and m.kind = 'merged' and t.id = m.taxon_id and c.parent_id = t.id and c.id <> t.accepted_id
      returning c.id as taxon_id
    ) ${noted(importId, 'changed', sql`done`)}
  `.execute(tx);
  await sql`
    with done as (
      update taxa c set accepted_id = t.accepted_id from taxa t, taxonomy_import_changes m
      where m.import_id = ${importId} and m.kind = 'merged' and t.id = m.taxon_id and c.accepted_id = t.id and c.id <> t.accepted_id
      returning c.id as taxon_id
    ) ${noted(importId, 'changed', sql`done`)}
  `.execute(tx);

  const parts = sql`
    select s.taxon_id, coalesce(e.taxon_id, k.taxon_id) as into_id
    from (select taxon_id, unnest(split_source_ids) as target from taxonomy_import_taxa where import_id = ${importId} and split_source_ids is not null and taxon_id is not null) s
    left join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.target
    left join taxonomy_import_taxa e on e.import_id = ${importId} and e.source_id = f.final_source_id
    left join taxon_sources k on k.source = ${source} and k.source_id = s.target and e.taxon_id is null`;
  await sql`
    with done as (
      update taxa t set is_deleted = true, accepted_id = null from (select distinct taxon_id from (${parts}) p) d
      where t.id = d.taxon_id and (not t.is_deleted or t.accepted_id is not null)
      returning t.id as taxon_id
    ) ${noted(importId, 'split', sql`done`)}
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

/** Taxa that a complete list no longer has: deleted, unless another source has them and takes them over. */
async function removeAbsent(tx: Tx, { importId, source }: ApplyAsk): Promise<void> {
  const absent = sql`
    select t.id from taxa t where t.source = ${source} and not t.is_deleted
      and not exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id = t.id)`;
  await sql`
    update taxa t set source = k.source, source_id = k.source_id
    from (select distinct on (taxon_id) taxon_id, source, source_id from taxon_sources where source <> ${source} order by taxon_id, source, source_id) k
    where k.taxon_id = t.id and t.id in (${absent}) and not exists (select 1 from taxa o where o.source = k.source and o.source_id = k.source_id)
  `.execute(tx);
  await sql`
    with done as (update taxa set is_deleted = true, accepted_id = null where id in (${absent}) returning id as taxon_id)
    ${noted(importId, 'deleted', sql`done`)}
  `.execute(tx);
}

async function summary(
  tx: Tx,
  importId: string,
): Promise<Omit<Applied, 'names_added' | 'names_removed' | 'countries_added' | 'countries_removed'>> {
  const staged = await sql<{ taxa: number; synonyms: number; added: number }>`
    select count(*) filter (where final_source_id = source_id) as taxa, count(*) filter (where final_source_id is distinct from source_id) as synonyms,
      count(*) filter (where is_new) as added
    from taxonomy_import_taxa where import_id = ${importId}
  `.execute(tx);
  const { taxa, synonyms, added } = staged.rows[0]!;
  const kinds = await sql<{ kind: string; count: number; in_file: number }>`
    select c.kind, count(*) as count, count(s.taxon_id) as in_file from taxonomy_import_changes c
    left join taxonomy_import_taxa s on s.import_id = ${importId} and s.taxon_id = c.taxon_id and s.final_source_id = s.source_id and not s.is_new
    where c.import_id = ${importId} group by c.kind
  `.execute(tx);
  const count = (kind: string) => kinds.rows.find((row) => row.kind === kind)?.count ?? 0;
  const touched = kinds.rows.reduce((sum, row) => sum + row.in_file, 0);
  const names = async (kind: string) => {
    const { rows } = await sql<{ scientific_name: string }>`
      select t.scientific_name from taxonomy_import_changes c join taxa t on t.id = c.taxon_id
      where c.import_id = ${importId} and c.kind = ${kind} order by t.id limit ${EXAMPLES}
    `.execute(tx);
    return rows.map((row) => row.scientific_name);
  };
  const fresh = await sql<{ scientific_name: string }>`
    select scientific_name from taxonomy_import_taxa where import_id = ${importId} and is_new order by row_number limit ${EXAMPLES}
  `.execute(tx);
  return {
    taxa,
    synonyms,
    added,
    changed: count('changed'),
    unchanged: taxa - added - touched,
    merged: count('merged'),
    split: count('split'),
    deleted: count('deleted'),
    examples: {
      added: fresh.rows.map((row) => row.scientific_name),
      changed: await names('changed'),
      merged: await names('merged'),
      split: await names('split'),
      deleted: await names('deleted'),
    },
  };
}

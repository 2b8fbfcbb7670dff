import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../../db/open.ts';
import type { TaxonomyImportResult } from '@veld/contract';

export interface CountRow {
  key: string;
  count: number;
}

export const indexCounts = (rows: CountRow[]) => Object.fromEntries(rows.map(({ key, count }) => [key, count]));

/** Replaces the names of a source. Names of other sources stay. */
export async function applyNames(tx: Tx, options: ApplyOptions): Promise<Pick<Applied, 'names_added' | 'names_removed'>> {
  const { importId, source } = options;
  await assignTaxa(tx, importId, 'taxonomy_import_names');
  await stageSynonyms(tx, importId);
  const isOfSource = sql`e.source = ${source} and ${isCovered(options)}`;
  const kinds = [...(options.has.names ? [sql`e.language <> 'sci'`] : []), ...(options.has.synonyms ? [sql`e.language = 'sci'`] : [])];
  const removed =
    kinds.length === 0
      ? []
      : (
          await sql<CountRow>`
            with deleted as (
              delete from taxon_names e where ${isOfSource} and (${sql.join(kinds, sql` or `)}) and not exists (
                select 1 from taxonomy_import_names w where w.import_id = ${importId} and w.taxon_id = e.taxon_id and w.language = e.language and w.name = e.name
              ) returning e.taxon_id, e.language
            ), recorded as (${recordChanges(importId, 'changed', sql`deleted`)})
            select language as key, count(*) as count from deleted group by language order by language
          `.execute(tx)
        ).rows;
  const { rows: added } = await sql<CountRow>`
    with inserted as (
      insert into taxon_names (taxon_id, language, name, source)
      select distinct taxon_id, language, name, ${source} from taxonomy_import_names w where import_id = ${importId} and taxon_id is not null
      on conflict do nothing returning taxon_id, language
    ), recorded as (${recordChanges(importId, 'changed', sql`inserted`)})
    select language as key, count(*) as count from inserted group by language order by language
  `.execute(tx);
  await choosePreferred(tx, options);
  return { names_added: indexCounts(added), names_removed: indexCounts(removed) };
}

/** Whether the import decides the names and countries of a taxon: it is in the file or, for a complete list, was in an earlier one. */
export function isCovered({ importId, source, isComplete }: ApplyOptions) {
  const inFile = sql`exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id = e.taxon_id)`;
  return isComplete
    ? sql`(${inFile} or exists (select 1 from taxon_sources k where k.source = ${source} and k.taxon_id = e.taxon_id))`
    : inFile;
}

/** Assigns rows about taxa to their taxa; rows of a synonym to its accepted taxon. */
export async function assignTaxa(
  tx: Tx,
  importId: string,
  table: 'taxonomy_import_names' | 'taxonomy_import_countries' | 'taxonomy_import_statuses',
): Promise<void> {
  await sql`
    update ${sql.table(table)} n set taxon_id = f.taxon_id
    from taxonomy_import_taxa s join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.final_source_id
    where n.import_id = ${importId} and s.import_id = ${importId} and s.source_id = n.source_id
  `.execute(tx);
}

/** Stages synonyms as names of their accepted taxon, and accepted names that differ from the name in the database as well. */
async function stageSynonyms(tx: Tx, importId: string): Promise<void> {
  await sql`
    insert into taxonomy_import_names (import_id, row_number, file, line, source_id, language, name, is_preferred, taxon_id)
    select ${importId}::uuid, (select coalesce(max(row_number), 0) from taxonomy_import_names where import_id = ${importId}) + row_number() over (order by row_number, taxon_id),
      file, line, source_id, 'sci', scientific_name, false, taxon_id
    from (
      select s.row_number, s.file, s.line, s.source_id, s.scientific_name, f.taxon_id
      from taxonomy_import_taxa s join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.final_source_id
      where s.import_id = ${importId} and s.final_source_id <> s.source_id
      union all
      select s.row_number, s.file, s.line, s.source_id, s.scientific_name, f.taxon_id
      from (select *, unnest(split_source_ids) as target from taxonomy_import_taxa where import_id = ${importId} and split_source_ids is not null) s
      join taxonomy_import_taxa n on n.import_id = ${importId} and n.source_id = s.target
      join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = n.final_source_id
      union all
      select s.row_number, s.file, s.line, s.source_id, s.scientific_name, s.taxon_id from taxonomy_import_taxa s
      where s.import_id = ${importId} and s.final_source_id = s.source_id and not s.is_new
    ) names
    where exists (select 1 from taxa t where t.id = names.taxon_id and t.scientific_name <> names.scientific_name)
  `.execute(tx);
}

/**
 * Makes exactly one name per language preferred. The source chooses it (the one marked, else the first in the file) if it created the
 * taxon, or if no other source has a preferred name.
 */
async function choosePreferred(tx: Tx, { importId, source }: ApplyOptions): Promise<void> {
  await sql`
    update taxonomy_import_names n set is_preferred = (chosen.place = 1) and chosen.is_ours
    from (
      select w.row_number, row_number() over (partition by w.taxon_id, w.language order by w.is_preferred desc, w.row_number) as place,
        e.taxon_id is null or t.source = ${source} as is_ours
      from taxonomy_import_names w
      join taxa t on t.id = w.taxon_id
      join taxon_names mine on mine.taxon_id = w.taxon_id and mine.language = w.language and mine.name = w.name and mine.source = ${source}
      left join taxon_names e on e.taxon_id = w.taxon_id and e.language = w.language and e.is_preferred and e.source <> ${source}
      where w.import_id = ${importId} and w.language <> 'sci'
    ) chosen
    where n.import_id = ${importId} and n.row_number = chosen.row_number and n.is_preferred <> ((chosen.place = 1) and chosen.is_ours)
  `.execute(tx);
  await sql`
    with updated as (
      update taxon_names e set is_preferred = false from taxonomy_import_names w
      where w.import_id = ${importId} and w.is_preferred and w.language <> 'sci' and e.taxon_id = w.taxon_id and e.language = w.language
        and e.is_preferred and e.name <> w.name
        and exists (select 1 from taxon_names m where m.taxon_id = w.taxon_id and m.language = w.language and m.name = w.name and m.source = ${source})
      returning e.taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
  await sql`
    with updated as (
      update taxon_names e set is_preferred = true from taxonomy_import_names w
      where w.import_id = ${importId} and w.is_preferred and w.language <> 'sci' and e.taxon_id = w.taxon_id and e.language = w.language
        and e.name = w.name and e.source = ${source} and not e.is_preferred
      returning e.taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
  // If a preferred name was deleted, the first of the others becomes preferred.
  await sql`
    with updated as (
      update taxon_names e set is_preferred = true
      from (
        select taxon_id, language, min(name) as name from taxon_names
        where language <> 'sci' and taxon_id in (select taxon_id from taxonomy_import_changes where import_id = ${importId})
        group by taxon_id, language having not bool_or(is_preferred)
      ) bare
      where e.taxon_id = bare.taxon_id and e.language = bare.language and e.name = bare.name
      returning e.taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
}

/** Replaces the countries of a source. */
export async function applyCountries(tx: Tx, options: ApplyOptions): Promise<Pick<Applied, 'countries_added' | 'countries_removed'>> {
  const { importId, source } = options;
  await assignTaxa(tx, importId, 'taxonomy_import_countries');
  const listed = sql`
    select w.taxon_id, w.country_code, min(w.rarity_class) as listed_rarity, coalesce(min(w.rarity_class), min(t.rarity_class)) as rarity_class
    from taxonomy_import_countries w join taxa t on t.id = w.taxon_id where w.import_id = ${importId} group by w.taxon_id, w.country_code`;
  const removed = options.has.countries
    ? (
        await sql<CountRow>`
          with deleted as (
            delete from taxon_countries e where e.source = ${source} and ${isCovered(options)} and not exists (
              select 1 from taxonomy_import_countries w where w.import_id = ${importId} and w.taxon_id = e.taxon_id and w.country_code = e.country_code
            ) returning e.taxon_id, e.country_code
          ), recorded as (${recordChanges(importId, 'changed', sql`deleted`)})
          select country_code as key, count(*) as count from deleted group by country_code order by count(*) desc, country_code
        `.execute(tx)
      ).rows
    : [];
  const { rows: added } = await sql<CountRow>`
    with inserted as (
      insert into taxon_countries (country_code, taxon_id, rarity_class, source)
      select country_code, taxon_id, rarity_class, ${source} from (${listed}) g
      on conflict do nothing returning taxon_id, country_code
    ), recorded as (${recordChanges(importId, 'changed', sql`inserted`)})
    select country_code as key, count(*) as count from inserted group by country_code order by count(*) desc, country_code
  `.execute(tx);
  await sql`
    with updated as (
      update taxon_countries e set rarity_class = g.listed_rarity from (${listed}) g
      where e.taxon_id = g.taxon_id and e.country_code = g.country_code and e.source = ${source} and g.listed_rarity <> e.rarity_class
      returning e.taxon_id
    ) ${recordChanges(importId, 'changed', sql`updated`)}
  `.execute(tx);
  return { countries_added: indexCounts(added), countries_removed: indexCounts(removed) };
}

export interface ApplyOptions {
  importId: string;
  source: string;
  isComplete: boolean;
  isDryRun: boolean;
  /** The sequence number for all changes. */
  seq: number;
  /** The title of the data set. */
  title: string | null;
  /** The kinds of data in the file. Other kinds stay unchanged. */
  has: { names: boolean; synonyms: boolean; countries: boolean; statuses: boolean; parents: boolean };
  /** Ids of rows that were left out: a complete list keeps their taxa. */
  leftOut: readonly string[];
  /** Throws if the import was cancelled. */
  onStep(): Promise<void>;
}

export type Applied = Omit<TaxonomyImportResult, 'format' | 'title' | 'names_left_out' | 'seconds'>;

/** Records the taxa that a statement changed, except new ones. `from` is a CTE with a column `taxon_id`. */
export function recordChanges(importId: string, kind: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into taxonomy_import_changes (import_id, taxon_id, kind)
    select distinct ${importId}::uuid, affected.taxon_id, ${kind} from ${from} affected
    where not exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id = affected.taxon_id and s.is_new)
    on conflict do nothing`;
}

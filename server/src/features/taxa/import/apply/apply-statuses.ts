import { sql } from 'kysely';
import type { Tx } from '../../../../db/open.ts';
import type { Applied, ApplyOptions } from './applied.ts';
import { assignTaxa, type CountRow, indexCounts, isCovered } from './apply-names.ts';

/**
 * Replaces what a source says about taxa in countries. Several rows of a taxon and a country, such as those of its islands, become one.
 * A row without a country counts for the countries of the file in which the taxon is not native.
 */
export async function applyStatuses(tx: Tx, options: ApplyOptions): Promise<Pick<Applied, 'statuses_set' | 'statuses_removed'>> {
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

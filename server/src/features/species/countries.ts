import { type ReplyOf, type listTaxonStatuses, type SpeciesInCountry, THREATENED } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** The countries of a taxon, the one where it is commonest first; those without it on their lists last. */
export async function listCountries(db: Db, taxonId: number): Promise<SpeciesInCountry[]> {
  const { rows } = await sql<SpeciesInCountry>`
    select coalesce(c.country_code, s.country_code) as country_code, coalesce(c.observed_rarity, c.rarity_class) as rarity_class,
      coalesce(s.statuses, '[]'::json) as statuses
    from (select * from taxon_countries where taxon_id = ${taxonId}) c
    full join (
      select country_code, json_agg(json_build_object('establishment_means', establishment_means, 'is_invasive', is_invasive,
        'is_protected', is_protected, 'threat_status', threat_status, 'source', coalesce(reference, source)) order by source) as statuses
      from taxon_statuses where taxon_id = ${taxonId} group by country_code
    ) s on s.country_code = c.country_code
    order by rarity_class nulls last, country_code
  `.execute(db);
  return rows;
}

type Statuses = ReplyOf<typeof listTaxonStatuses>['data'];

/** The ids of the taxa of a country by status, in order. A taxon has each status that any of the sources gives it. */
export async function listStatuses(db: Db, country: string): Promise<Statuses> {
  const { rows } = await sql<Record<'native' | 'introduced' | 'invasive' | 'threatened' | 'protected', boolean> & { taxon_id: number }>`
    select s.taxon_id, bool_or(s.establishment_means is not distinct from 'native') as native,
      bool_or(s.establishment_means is not distinct from 'introduced') as introduced, bool_or(s.is_invasive) as invasive,
      bool_or(coalesce(s.threat_status = any(${THREATENED}), false)) as threatened, bool_or(s.is_protected) as protected
    from taxon_statuses s join taxa t on t.id = s.taxon_id
    where s.country_code = ${country} and not t.is_deleted group by s.taxon_id order by s.taxon_id
  `.execute(db);
  const idsOf = (status: keyof Statuses) => rows.flatMap((row) => (row[status] ? [row.taxon_id] : []));
  return {
    native: idsOf('native'),
    introduced: idsOf('introduced'),
    invasive: idsOf('invasive'),
    threatened: idsOf('threatened'),
    protected: idsOf('protected'),
  };
}

import type { IMAGE_NEEDS, Language, NEED_ORDERS, TaxonGroup } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';
import { onlyRow } from '../../db/rows.ts';

export interface NeedFilter {
  language: Language;
  /** Null for all countries. */
  country: string | null;
  group: string | null;
  need: (typeof IMAGE_NEEDS)[number] | null;
  order: (typeof NEED_ORDERS)[number];
  allowsNonCommercial: boolean;
}

export interface NeedRow {
  id: number;
  name: string;
  scientific_name: string;
  rank: string;
  taxon_group: TaxonGroup;
  has_image: boolean;
  need: (typeof IMAGE_NEEDS)[number];
  records: number;
  views: number;
  is_locked: boolean;
}

/** Days whose views count. */
const VIEW_DAYS = 90;

/** Species with what they need, and how often they are found: in a country by its frequencies, worldwide by the records of this server. */
function species({ country, group, allowsNonCommercial }: NeedFilter): RawBuilder<unknown> {
  const records = country
    ? sql`left join (
        select taxon_id, sum(records)::integer as records from frequencies where country_code = ${country} and taxon_id > 0 group by taxon_id
      ) f on f.taxon_id = t.id`
    : sql`left join lateral (select t.observation_count as records) f on true`;
  const where = [sql`not t.is_deleted and t.accepted_id is null and t.rank = 'species'`];
  if (group) where.push(sql`t.taxon_group = ${group}`);
  if (country)
    where.push(sql`(f.records > 0 or exists (select 1 from taxon_countries c where c.taxon_id = t.id and c.country_code = ${country}))`);
  const isAccepted = allowsNonCommercial
    ? sql`t.image_license ~ '^((CC0|PDM)-|CC-BY(-NC)?(-SA)?-[0-9])'`
    : sql`t.image_license ~ '^((CC0|PDM)-|CC-BY(-SA)?-[0-9])'`;
  return sql`
    select t.id, t.scientific_name, t.rank, t.taxon_group, t.arrival, coalesce(f.records, 0) as records, ${HAS_IMAGE} as has_image,
      case when not ${HAS_IMAGE} then 'image' when ${isAccepted} then 'none' else 'license' end as need
    from taxa t ${records} where ${sql.join(where, sql` and `)}`;
}

/** A page of species: those without an image, those whose licence is not accepted, then the rest; in each, by the order asked for. */
export async function listNeeds(db: Db, filter: NeedFilter, limit: number, offset: number): Promise<NeedRow[]> {
  const most = filter.order === 'views' ? sql`views desc, records desc` : sql`records desc`;
  const ranking = sql`case need when 'image' then 0 when 'license' then 1 else 2 end, ${most}, arrival, id`;
  const { rows } = await sql<NeedRow>`
    select s.id, coalesce(n.name, e.name, s.scientific_name) as name, s.scientific_name, s.rank, s.taxon_group, s.has_image, s.need, s.records, s.views,
      coalesce(d.is_locked, false) as is_locked
    from (
      select found.*, coalesce(v.views, 0) as views
      from (${species(filter)}) found
      left join (
        select taxon_id, sum(views)::integer as views from taxon_views where day > current_date - ${VIEW_DAYS}::integer group by taxon_id
      ) v on v.taxon_id = found.id
      ${filter.need ? sql`where need = ${filter.need}` : sql``}
      order by ${ranking}
      limit ${limit} offset ${offset}
    ) s
    left join taxon_names n on n.taxon_id = s.id and n.language = ${filter.language} and n.is_preferred
    left join taxon_names e on e.taxon_id = s.id and e.language = 'en' and e.is_preferred
    left join taxon_image_details d on d.taxon_id = s.id
    order by ${ranking}
  `.execute(db);
  return rows;
}

/** How many species there are, and how many of them need nothing. */
export async function countNeeds(db: Db, filter: NeedFilter): Promise<{ total: number; done: number }> {
  const { rows } = await sql<{ total: number; done: number }>`
    select count(*)::integer as total, count(*) filter (where need = 'none')::integer as done from (${species(filter)}) found
  `.execute(db);
  return onlyRow(rows);
}

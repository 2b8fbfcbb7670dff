import { ARRIVAL_DAYS, type Language, NEWS_DAYS, NOTABLE_RARITY } from '@veld/contract';
import { sql } from 'kysely';
import { FOUND_SPECIES } from '../../db/conditions.ts';
import { IS_WILD_FIND } from '../observations/ledger.ts';
import type { Db } from '../../db/open.ts';
import { isPublicTo } from '../../db/visibility.ts';
import { isAtPlace, type PlaceArea } from '../geo/place-area.ts';
import { isUnmuted, type ListedRow, listObservations } from '../observations/store.ts';

const MAX_NOTABLE = 12;
const MAX_ARRIVALS = 12;

interface Asked {
  callerId: string;
  language: Language;
  country: string;
  near: PlaceArea | undefined;
  /** YYYY-MM-DD. */
  today: string;
}

export interface News {
  notable: ListedRow[];
  arrivals: ListedRow[];
}

/** The news of a country, in the order of their days, latest first. */
export async function findNews(db: Db, asked: Asked): Promise<News> {
  const found = await selectNews(db, asked);
  const ids = found.map(({ id }) => id);
  const { callerId, language } = asked;
  const rows = ids.length === 0 ? [] : await listObservations(db, { callerId, language, ids, isForFeed: true, limit: ids.length });
  // A record whose place was hidden since the first statement is no news.
  const byId = new Map(rows.filter(({ record }) => record.geoprivacy === 'open').map((row) => [row.id, row]));
  const of = (kind: 'notable' | 'arrivals') => found.filter((one) => one.kind === kind).flatMap(({ id }) => byId.get(id) ?? []);
  return { notable: of('notable'), arrivals: of('arrivals') };
}

/**
 * An open record is received after its day and so has entered lists since, which is what the index of countries is ordered by. A species
 * is not on the list of a country if nobody expected it there: its records are as notable as those of the rarest.
 */
async function selectNews(db: Db, { callerId, country, near, today }: Asked): Promise<{ kind: 'notable' | 'arrivals'; id: string }[]> {
  const firstDay = (days: number) => sql`(${today}::date - ${sql.lit(days)}::integer)`;
  const { rows } = await sql<{ kind: 'notable' | 'arrivals'; id: string }>`
    with recent as materialized (
      select o.id, o.taxon_id, o.observed_from, o.listed_at, ${near ? isAtPlace(near, callerId) : sql`true`} as is_near
      from observations o join users u on u.id = o.user_id
      where o.public_country_code = ${country} and o.listed_at >= ${firstDay(NEWS_DAYS)} and o.observed_from >= ${firstDay(NEWS_DAYS)}
        and o.geoprivacy = 'open' and o.user_id <> ${callerId} and ${isPublicTo(callerId)} and ${isUnmuted(callerId)}
        and ${IS_WILD_FIND} and ${FOUND_SPECIES} is not null and o.uncertain is not true
    ), rare as (
      select distinct on (r.taxon_id) r.id, r.observed_from, r.listed_at
      from recent r left join taxon_countries c on c.country_code = ${country} and c.taxon_id = r.taxon_id
      where r.is_near and coalesce(c.observed_rarity, c.rarity_class, 5) >= ${sql.lit(NOTABLE_RARITY)}
      order by r.taxon_id, r.observed_from desc, r.listed_at desc, r.id
    ), firsts as (
      select distinct on (r.taxon_id) r.id, r.taxon_id, r.observed_from, r.listed_at
      from recent r order by r.taxon_id, r.observed_from, r.listed_at, r.id
    ), arrived as (
      select f.* from firsts f where f.observed_from >= ${firstDay(ARRIVAL_DAYS)} and not exists (
        select 1 from observations o join users u on u.id = o.user_id
        where o.taxon_id = f.taxon_id and o.public_country_code = ${country} and o.listed_at >= date_trunc('year', ${today}::date)
          and o.observed_from >= date_trunc('year', ${today}::date)::date and o.observed_from < f.observed_from
          and o.geoprivacy = 'open' and ${isPublicTo(callerId)} and ${IS_WILD_FIND} and o.uncertain is not true
      )
    )
    (select 'notable' as kind, id from rare order by observed_from desc, listed_at desc, id limit ${sql.lit(MAX_NOTABLE)})
    union all
    (select 'arrivals', id from arrived order by observed_from desc, listed_at desc, id limit ${sql.lit(MAX_ARRIVALS)})
  `.execute(db);
  return rows;
}

import { cellsAround, type Finding, FREQUENCY_CELL_SHIFT, MIN_LISTS_UNUSUAL, type RecordIdentifications } from '@veld/contract';
import { sql } from 'kysely';
import { OBSERVED } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { PEOPLE, listWeeks } from '../../db/unusual.ts';
import type { PublicRow } from '../observations/store.ts';
import { findLineages } from '../taxa/lineages.ts';
import { findApplyingRules } from './rules.ts';

/** Smaller counts are never unusual, and larger ones only beside so many others, by this factor. */
const LEAST_COUNT = 10;
const LEAST_OTHERS = 20;
const UNUSUAL_FACTOR = 3;
/** So many of the latest records of a species say which counts are usual. */
const LATEST = 200;

type Checked = PublicRow & { map_key?: number | null };

interface Known {
  id: string;
  near_lists: number;
  all_lists: number;
  is_near: boolean;
  is_near_now: boolean;
  is_found: boolean;
  is_found_now: boolean;
  is_listed: boolean;
  has_list: boolean;
  counts: number;
  highest: number | null;
}

/**
 * What is to be checked about records, by what everybody may know of them, in as many statements for many as for one. What is usual
 * follows the rule of docs/frequencies.md.
 */
export async function findFindings(
  db: Db,
  rows: readonly Checked[],
  opinions: ReadonlyMap<string, RecordIdentifications>,
): Promise<Map<string, Finding[]>> {
  const lineages = await findLineages(
    db,
    rows.flatMap((row) => row.taxon_id ?? []),
  );
  const asked = rows.flatMap((row) => {
    const species = row.taxon_id === null ? null : lineages.get(row.taxon_id)?.findLast(({ rank }) => rank === 'species');
    const month = monthOf(row);
    const [during, around] = [listWeeks(month, 0), listWeeks(month, 1)];
    return species ? [{ id: row.id, species: species.id, country: row.public_country_code, month: month ?? 0, during, around }] : [];
  });
  const [known, rules] = await Promise.all([findKnown(db, asked), findApplyingRules(db, rows, lineages)]);
  return new Map(
    rows.map((row) => {
      const found = known.get(row.id);
      const opinion = opinions.get(row.id);
      return [
        row.id,
        [
          ...(found ? listUnusual(row, found) : []),
          ...(row.taxon_id === null ? [plain('no_name')] : []),
          ...(opinion && isDisputed(opinion) ? [plain('disputed')] : []),
          ...(rules.get(row.id) ?? []),
        ],
      ];
    }),
  );
}

const plain = (kind: Finding['kind'], number: number | null = null): Finding => ({ kind, number, note: '' });

function listUnusual({ count, count_max }: Checked, known: Known): Finding[] {
  const findings: Finding[] = [];
  const isNear = known.near_lists >= MIN_LISTS_UNUSUAL;
  const hasLists = isNear || known.all_lists >= MIN_LISTS_UNUSUAL;
  const [isKnown, isKnownNow] = isNear ? [known.is_near, known.is_near_now] : [known.is_found, known.is_found_now];
  if (known.has_list && !known.is_listed) findings.push(plain('not_listed'));
  else if (hasLists && !isKnown) findings.push(plain('never_here'));
  else if (hasLists && !isKnownNow) findings.push(plain('out_of_season'));
  const highest = known.highest ?? 0;
  const most = Math.max(count ?? 0, count_max ?? 0);
  if (most > LEAST_COUNT && known.counts >= LEAST_OTHERS && most > UNUSUAL_FACTOR * highest) findings.push(plain('unusual_count', highest));
  return findings;
}

/** Whether somebody gave another name than the observer, or denies it. */
function isDisputed({ identifications, own_lineage: own }: RecordIdentifications): boolean {
  const ids = new Set(own.map(({ id }) => id));
  return identifications.some(
    (one) => !one.is_withdrawn && (one.disagrees || (!ids.has(one.taxon.id) && !one.lineage.some(({ id }) => id === own.at(-1)?.id))),
  );
}

/** 1 to 12; null if its dates do not all lie in one. */
function monthOf({ observed_from: from, observed_to: to }: Checked): number | null {
  return from !== null && from.slice(0, 7) === to?.slice(0, 7) ? Number(from.slice(5, 7)) : null;
}

interface Asked {
  id: string;
  species: number;
  country: string | null;
  month: number;
  during: number[];
  around: number[];
}

/** The cells around the public place of records that show it. */
async function findCells(db: Db, ids: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ id: string; map_key: number }>`
    select id, map_key from observations where id = any(${[...ids]}::uuid[]) and geoprivacy = 'open' and map_key is not null
  `.execute(db);
  return new Map(rows.map(({ id, map_key: key }) => [id, cellsAround(Math.floor(key / 2 ** FREQUENCY_CELL_SHIFT))]));
}

async function findKnown(db: Db, asked: readonly Asked[]): Promise<Map<string, Known>> {
  const cells = await findCells(
    db,
    asked.map(({ id }) => id),
  );
  const given = JSON.stringify(asked.map((one) => ({ ...one, cells: cells.get(one.id) ?? [] })));
  const found = sql`select 1 from frequencies f where f.country_code = r.country and f.taxon_id = r.species
    and (f.source_id <> 0 or f.people >= ${PEOPLE})`;
  const { rows } = await sql<Known>`
    with r as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as r (
        id uuid, species integer, country text, month integer, during integer[], around integer[], cells integer[]
      )
    ),
    -- The lists of a country are counted once for all records of a month.
    efforts as materialized (
      select m.country, m.month, coalesce(sum(f.lists), 0)::integer as lists
      from (select distinct country, month, during from r) m
      left join frequencies f on f.country_code = m.country and f.taxon_id = 0 and f.week = any(m.during)
      group by 1, 2
    )
    select r.id, e.lists as all_lists,
      (select coalesce(sum(f.lists), 0)::integer from frequencies f
        where f.country_code = r.country and f.taxon_id = 0 and f.cell = any(r.cells) and f.week = any(r.during)) as near_lists,
      exists (${found} and f.cell = any(r.cells)) as is_near,
      exists (${found} and f.cell = any(r.cells) and f.week = any(r.around)) as is_near_now,
      exists (${found}) as is_found,
      exists (${found} and f.week = any(r.around)) as is_found_now,
      exists (select 1 from taxon_countries c where c.country_code = r.country and c.taxon_id = r.species) as is_listed,
      exists (
        select 1 from taxon_countries c join taxa t on t.id = c.taxon_id
        where c.country_code = r.country and t.taxon_group = (select taxon_group from taxa where id = r.species)
      ) as has_list,
      others.counts, others.highest
    from r join efforts e on e.month = r.month and e.country is not distinct from r.country
    cross join lateral (
      select count(*)::integer as counts, max(greatest(l.count, l.count_max))::integer as highest from (
        select o.count, o.count_max from observations o
        where o.taxon_id = r.species and o.id <> r.id and o.deleted_at is null and not o.is_empty and o.count > 0
        order by ${OBSERVED} desc, o.id desc limit ${LATEST}
      ) l
    ) others
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

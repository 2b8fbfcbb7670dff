import type { Language, Lineage, TaxonSummary } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';
import { taxonImageUrl } from './present.ts';
import { findSuccessors } from './successors.ts';

/** Limit of parents to follow, which also ends circular ones. */
const MAX_DEPTH = 60;

/** The lineages of taxa by the requested id: that of a merged or deleted taxon is that of its successor. Omits those without one. */
export async function findLineages(db: Db | Tx, ids: Iterable<number>): Promise<Map<number, Lineage>> {
  const found = await findSuccessors(db, [...new Set(ids)]);
  const successors = [...found.values()].flatMap(({ requested_id, id }) => (id === null ? [] : [{ requested_id, id }]));
  if (successors.length === 0) return new Map();
  const { rows } = await sql<{ id: number; lineage: Lineage }>`
    with recursive above as (
      select t.id as start, t.id, t.rank, t.parent_id, 1 as step from taxa t where t.id = any(${successors.map((one) => one.id)}::int[])
      union all
      select a.start, t.id, t.rank, t.parent_id, a.step + 1 from above a join taxa t on t.id = a.parent_id where a.step < ${MAX_DEPTH}
    )
    select start as id, json_agg(json_build_object('id', id, 'rank', rank) order by step desc) as lineage from above group by start
  `.execute(db);
  const lineages = new Map(rows.map((row) => [row.id, row.lineage]));
  return new Map(
    successors.flatMap(({ requested_id, id }) => {
      const lineage = lineages.get(id);
      return lineage ? [[requested_id, lineage] as const] : [];
    }),
  );
}

/** Names and pictures of taxa by id, in a language. */
export async function findSummaries(db: Db | Tx, ids: readonly number[], language: Language): Promise<Map<number, TaxonSummary>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<TaxonSummary, 'image_url'> & { has_image: boolean }>`
    select t.id, coalesce(n.name, e.name, t.display_name) as name, t.scientific_name, t.rank, t.taxon_group as "group",
      ${HAS_IMAGE} as has_image
    from taxa t
    left join taxon_names n on n.taxon_id = t.id and n.language = ${language} and n.is_preferred
    left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred
    where t.id = any(${[...ids]}::int[])
  `.execute(db);
  return new Map(rows.map(({ has_image, ...taxon }) => [taxon.id, { ...taxon, image_url: has_image ? taxonImageUrl(taxon.id) : null }]));
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { isAboveSpecies } from '../../db/conditions.ts';

/** How often a taxon `t` was recorded elsewhere: as its list says or as imported frequencies have it, which can be of the same records. */
export const OBSERVED_ELSEWHERE = sql<number>`greatest(t.external_observation_count, t.frequency_count)`;

/** Resolution of the order within a class: 40 steps per factor of e, so one step is about 2.5 % more records. */
const STEPS = 40;

/**
 * The first sort key of the taxa `t`: species by rarity class, then higher taxa. A search therefore shows species first, unless
 * the text is the whole name of the higher taxon.
 */
export function placeByRarity(rarity: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${isAboveSpecies(sql`t.rank`)} then 6 else ${rarity} end`;
}

/**
 * Updates `arrival`, the order in which devices receive taxa: by rarity class with higher taxa last, then by number of records
 * (decision 0021). It depends only on the taxon itself, so a change of one taxon does not affect others. Must run in a transaction
 * that advances the taxonomy, because the order must not change within a version. Devices do not need to fetch a changed order.
 */
export async function refreshArrival(tx: Tx): Promise<void> {
  await sql`
    update taxa set arrival = placed.arrival
    from (
      select t.id, ${placeByRarity(sql`coalesce(t.observed_rarity, t.rarity_class)`)} * 1000 + 999
        - least(999, floor(${STEPS}::integer * ln(1 + ${OBSERVED_ELSEWHERE}::float8 + t.observation_count)))::integer as arrival
      from taxa t
    ) placed
    where placed.id = taxa.id and taxa.arrival <> placed.arrival
  `.execute(tx);
}

/** Number of names per statement. */
const BATCH = 5_000;

/**
 * Updates display names: taxa that share a scientific name get a label in brackets, which is the group if that distinguishes them,
 * else the family, else the id. Deleted taxa have no label. Changed taxa get the sequence number `seq`.
 */
export async function refreshDisplayNames(tx: Tx, seq: number): Promise<void> {
  const { rows } = await sql<{
    id: number;
    scientific_name: string;
    display_name: string;
    taxon_group: string;
    family: string | null;
    shared: boolean;
  }>`
    select * from (
      select id, scientific_name, display_name, taxon_group, family, not is_deleted and count(*) filter (where not is_deleted) over (partition by scientific_name) > 1 as shared
      from taxa
    ) all_taxa
    where shared or display_name <> scientific_name
  `.execute(tx);
  const labelsOf = new Map<string, { group: Map<string, number>; family: Map<string, number> }>();
  for (const row of rows.filter((entry) => entry.shared)) {
    const uses = labelsOf.get(row.scientific_name) ?? { group: new Map(), family: new Map() };
    uses.group.set(row.taxon_group, (uses.group.get(row.taxon_group) ?? 0) + 1);
    if (row.family) uses.family.set(row.family, (uses.family.get(row.family) ?? 0) + 1);
    labelsOf.set(row.scientific_name, uses);
  }
  const changed: { id: number; name: string }[] = [];
  for (const row of rows) {
    const uses = row.shared ? labelsOf.get(row.scientific_name) : undefined;
    let name = row.scientific_name;
    if (uses?.group.get(row.taxon_group) === 1) name += ` (${row.taxon_group})`;
    else if (uses && row.family && uses.family.get(row.family) === 1) name += ` (${row.family})`;
    else if (uses) name += ` (${row.id})`;
    if (name !== row.display_name) changed.push({ id: row.id, name });
  }
  for (let from = 0; from < changed.length; from += BATCH)
    await sql`
      update taxa set display_name = changed.name, updated_seq = ${seq}
      from json_to_recordset(${JSON.stringify(changed.slice(from, from + BATCH))}::json) as changed (id integer, name text)
      where taxa.id = changed.id
    `.execute(tx);
}

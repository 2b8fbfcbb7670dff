import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/** Steps of the order within a class: 40 per factor e of records, so 2.5 % more records are one step. */
const STEPS = 40;

/**
 * Updates the order in which devices receive taxa: the commonest class first, within it the most recorded (decision 0021), then by
 * id. The position of a taxon depends only on itself, so a change of one moves no other. Must run in a transaction that advances
 * the taxonomy, because pages of one version have one order. It is not a change for devices: a delta keeps their keys.
 */
export async function refreshArrival(tx: Tx): Promise<void> {
  await sql`
    update taxa set arrival = placed.arrival
    from (
      select id, coalesce(observed_rarity, rarity_class) * 1000 + 999
        - least(999, floor(${STEPS}::integer * ln(1 + external_observation_count::float8 + observation_count)))::integer as arrival
      from taxa
    ) placed
    where placed.id = taxa.id and taxa.arrival <> placed.arrival
  `.execute(tx);
}

/** Names per statement. */
const BATCH = 5_000;

/**
 * Labels live taxa that share a scientific name, in brackets: the group if that distinguishes them, else the family, else the id.
 * Removes labels that are no longer needed. Changed taxa get the position `seq`.
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
    let wanted = row.scientific_name;
    if (uses?.group.get(row.taxon_group) === 1) wanted += ` (${row.taxon_group})`;
    else if (uses && row.family && uses.family.get(row.family) === 1) wanted += ` (${row.family})`;
    else if (uses) wanted += ` (${row.id})`;
    if (wanted !== row.display_name) changed.push({ id: row.id, name: wanted });
  }
  for (let from = 0; from < changed.length; from += BATCH)
    await sql`
      update taxa set display_name = given.name, updated_seq = ${seq}
      from json_to_recordset(${JSON.stringify(changed.slice(from, from + BATCH))}::json) as given (id integer, name text)
      where taxa.id = given.id
    `.execute(tx);
}

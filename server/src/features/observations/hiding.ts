import type { ObservationDraft } from '@veld/contract';
import { sql } from 'kysely';
import { fixed } from '../../db/fixed.ts';
import type { Tx } from '../../db/open.ts';
import { IS_ACTIVE } from '../../db/visibility.ts';
import { chooseHiding, type Hiding, type HidingFacts, type MatchedRule } from '../sensitive/match.ts';
import { rulesFor } from '../sensitive/store.ts';
import { derive, listedAt, type Projection } from './derive.ts';
import { insertMapChanges } from './map-changes.ts';

/*
 * What the rules for sensitive taxa do to records (decision 0080): at a save, when somebody identifies a record, and, in steps, when the
 * rules change. A record is of each taxon that it is identified as, so that no name that somebody gives it reveals the place.
 */

const selectRules = fixed<{ id: string; taxonId: number | null }, MatchedRule>(({ id, taxonId }) =>
  rulesFor(sql`
    select 1 as key, ${taxonId}::integer as taxon_id
    union all select 1, i.taxon_id from identifications i join users iu on iu.id = i.user_id where i.observation_id = ${id} and ${IS_ACTIVE}
  `),
);

/** How much others may see of the place of a record that is saved. */
export async function findHiding(tx: Tx, record: { id: string; taxonId: number | null }, facts: HidingFacts): Promise<Hiding> {
  return chooseHiding(facts, await selectRules(tx, record));
}

type ProjectedRecord = { id: string } & Projection &
  Pick<ObservationDraft, 'observed_on' | 'observed_time' | 'time_zone' | 'latitude' | 'longitude' | 'coordinate_uncertainty_m'>;

/**
 * Projects the places of records of one owner anew, by the rules and names of now, and returns the ids of those that others see
 * differently. Their versions stay, so that an unsent edit does not conflict. The owner's counter must be locked.
 */
export async function applyRules(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows: records } = await sql<ProjectedRecord>`
    select id, observed_on, observed_time, time_zone, latitude, longitude, coordinate_uncertainty_m, geoprivacy, owner_geoprivacy,
      hiding_rule_id, public_latitude, public_longitude, public_uncertainty_m, public_country_code, public_place, map_key
    from observations o
    where id = any(${[...ids]}::uuid[]) and deleted_at is null and latitude is not null
      and (hiding_rule_id is not null or exists (select 1 from sensitive_taxa))
  `.execute(tx);
  if (records.length === 0) return [];
  const found = records.map(({ id }) => id);
  const { rows: rules } = await rulesFor(sql`
    select o.id as key, o.taxon_id from observations o where o.id = any(${found}::uuid[])
    union all
    select i.observation_id, i.taxon_id from identifications i join users iu on iu.id = i.user_id
    where i.observation_id = any(${found}::uuid[]) and ${IS_ACTIVE}
  `).execute(tx);
  const byRecord = Map.groupBy(rules, ({ key }) => key);
  const changed = records.flatMap((record) => {
    const facts = { ...record, geoprivacy: record.owner_geoprivacy ?? record.geoprivacy };
    const hiding = chooseHiding(facts, byRecord.get(record.id) ?? []);
    const next = pickProjection(derive({ ...facts, media: [], attributes: {} }, hiding));
    const isSame =
      next.geoprivacy === record.geoprivacy &&
      next.hiding_rule_id === record.hiding_rule_id &&
      next.public_latitude === record.public_latitude &&
      next.public_longitude === record.public_longitude &&
      next.public_uncertainty_m === record.public_uncertainty_m;
    return isSame ? [] : [{ id: record.id, next, listedAt: listedAt({ geoprivacy: next.geoprivacy, observed_on: record.observed_on }) }];
  });
  const changedIds = changed.map(({ id }) => id);
  if (changedIds.length === 0) return [];
  await insertMapChanges(tx, changedIds, -1);
  for (const { id, next, listedAt: at } of changed)
    await tx
      .updateTable('observations')
      .set({ ...next, listed_at: at ?? sql`created_at` })
      .where('id', '=', id)
      .execute();
  await insertMapChanges(tx, changedIds, 1);
  return changedIds;
}

/** What a save and a new projection store of it. */
export function pickProjection(derived: Projection): Projection {
  const { geoprivacy, owner_geoprivacy, hiding_rule_id, public_latitude, public_longitude } = derived;
  const { public_uncertainty_m, public_country_code, public_place, map_key } = derived;
  const place = { public_latitude, public_longitude, public_uncertainty_m, public_country_code, public_place, map_key };
  return { geoprivacy, owner_geoprivacy, hiding_rule_id, ...place };
}

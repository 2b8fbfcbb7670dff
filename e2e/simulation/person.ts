import { EXPERIENCE, getUser, listObservationChanges, type OwnObservation } from '@veld/contract';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { originalKey } from '../../server/src/features/media/keys.ts';
import { storedId } from '../../server/src/testing/records.ts';
import type { LocalObservation } from '../../web/src/local/db/rows';
import { pickDraft } from '../../web/src/local/records/record-shape';
import type { Device } from './device.ts';
import type { Model } from './model.ts';
import type { World } from './world.ts';

/** Compares the final state of server and devices with the model. Returns one line per fault. */
export async function compare(world: World, model: Model, devices: readonly Device[]): Promise<string[]> {
  const faults: string[] = [];
  const { token } = devices[0]!.app.auth.state();
  const stored = await storedRecords(world, token!);
  for (const id of new Set([...model.records.keys(), ...stored.keys()])) {
    const own = stored.get(id);
    faults.push(...model.faultsOf(id, own ? pickDraft(own) : null));
    for (const photo of own?.media ?? []) {
      const path = world.veld.storedPath(originalKey(await storedId(world.veld, photo)));
      if (hashOf(path) !== photo.sha256) faults.push(`the bytes of photo ${photo.id} of ${id} are not those that were sent`);
    }
  }
  const user = (await world.veld.call(getUser, {}, token!)).body;
  const points = pointsOf([...stored.values()]) + (await helpful(world, user.id)) * EXPERIENCE.identification.points;
  if (user.total_xp !== points) faults.push(`${user.name} has ${user.total_xp} points instead of ${points}`);
  for (const wizard of model.wizards)
    if (!user.wizards_seen.includes(wizard)) faults.push(`${wizard} was closed, and the server does not know it`);
  const wanted = shown([...stored.values()]);
  for (const device of devices) faults.push(...(await faultsOn(device, model, wanted)));
  return faults;
}

/** All records are of one day and place, so that one of each species gives points: the best is one with a photo, then the oldest. */
function pointsOf(records: readonly OwnObservation[]): number {
  const { record, evidence, confirmed, species, cell } = EXPERIENCE;
  const best = [...Map.groupBy(records, (own) => own.taxon_id).values()].map((all) => all.toSorted(byWorth)[0]!);
  const withPhoto = best.filter((own) => own.media.length > 0).length;
  const isConfirmed = best.filter((own) => own.quality === 'confirmed').length;
  return (
    best.length * (record.points + species.points) +
    withPhoto * evidence.points +
    isConfirmed * confirmed.points +
    (records.length > 0 ? cell.points : 0)
  );
}

function byWorth(one: OwnObservation, other: OwnObservation): number {
  return (
    Number(other.media.length > 0) - Number(one.media.length > 0) ||
    Date.parse(one.created_at) - Date.parse(other.created_at) ||
    (one.id < other.id ? -1 : 1)
  );
}

/** How many active identifications of a person were confirmed. */
async function helpful({ veld }: World, userId: string): Promise<number> {
  const rows = await veld.db
    .selectFrom('identifications as i')
    .innerJoin('observations as o', 'o.id', 'i.observation_id')
    .select('i.taxon_id')
    .where('i.user_id', '=', userId)
    .where('i.withdrawn_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .where('o.quality', '=', 'confirmed')
    .whereRef('o.community_taxon_id', '=', 'i.taxon_id')
    .execute();
  return rows.length;
}

async function faultsOn(device: Device, model: Model, wanted: string[]): Promise<string[]> {
  const { database } = device.app;
  const faults: string[] = [];
  const waiting = await database.outbox.toArray();
  for (const item of waiting)
    faults.push(`${device.name}: ${item.kind} of ${item.subject} still waits (${JSON.stringify(item.last_error)})`);
  const has = shown(await database.observations.toArray());
  for (const line of wanted) if (!has.includes(line)) faults.push(`${device.name} lacks ${line}`);
  for (const line of has) if (!wanted.includes(line)) faults.push(`${device.name} has ${line}`);
  for (const [id, draft] of model.drafts) {
    if (draft.device !== device.name) continue;
    const kept = await database.drafts.get(id);
    if (kept?.values.notes !== draft.notes) faults.push(`${device.name} lost the draft ${id}`);
  }
  return faults;
}

const shown = (rows: readonly (Parameters<typeof pickDraft>[0] & Pick<LocalObservation, 'quality'>)[]) =>
  rows.map((row) => `${row.id} version ${row.version} ${row.quality} ${JSON.stringify(pickDraft(row))}`);

async function storedRecords(world: World, token: string): Promise<Map<string, OwnObservation>> {
  const found = new Map<string, OwnObservation>();
  for (let cursor: string | undefined, hasMore = true; hasMore;) {
    const { body } = await world.veld.call(listObservationChanges, { query: { limit: 100, cursor } }, token);
    for (const change of body.data) if (!('deleted' in change)) found.set(change.id, change);
    cursor = body.next_cursor;
    hasMore = body.has_more;
  }
  return found;
}

function hashOf(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}

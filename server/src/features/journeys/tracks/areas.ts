import { createHash, createHmac } from 'node:crypto';
import { hiddenAreas, type PrivateZone, type PublicPoint, shownCell, shownGrid, todayIn } from '@veld/contract';
import type { Box } from '@veld/geometry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import { IS_OF_EARLIER_DAY } from '../../../db/visibility.ts';
import type { JourneyRow } from '../store.ts';

/** A place without a size is as large as devices take it to be (decision 0042). */
const ZONE_M = 100;

/** The areas in which nothing of a journey is shown today. */
export async function findHiddenAreas(
  on: Db | Tx,
  journey: Pick<JourneyRow, 'user_id' | 'started_at' | 'ended_at' | 'time_zone'>,
  secret: Buffer,
): Promise<Box[]> {
  return hiddenAreas([...(await listPrivateZones(on, journey.user_id)), ...(await listHiddenCells(on, journey))], (cell) =>
    offsetOf(secret, journey.user_id, cell),
  );
}

/** Identifies the areas around the private zones of a person: it changes if other parts of their tracks must be hidden. */
export async function identifyPrivateAreas(on: Db | Tx, userId: string): Promise<string> {
  return identify(hiddenAreas(await listPrivateZones(on, userId), () => [0, 0]));
}

export function identify(areas: readonly Box[]): string {
  const texts = areas.map(({ south, west, north, east }) => [south, west, north, east].join(' ')).toSorted();
  return createHash('sha256').update(texts.join('\n')).digest('base64url');
}

/** Random for everybody but the server; the same as long as a person has something to hide in the cell, however often they edit it. */
function offsetOf(secret: Buffer, userId: string, { south, west }: { south: number; west: number }): [number, number] {
  const bytes = createHmac('sha256', secret).update(`hidden area\n${userId}\n${south}\n${west}`).digest();
  return [bytes.readUInt32BE(0) / 2 ** 32, bytes.readUInt32BE(4) / 2 ** 32];
}

async function listPrivateZones(on: Db | Tx, userId: string): Promise<PrivateZone[]> {
  const { rows } = await sql<PrivateZone>`
    select latitude, longitude, greatest(coalesce(uncertainty_m, 0), ${ZONE_M}) as uncertainty_m, geometry from saved_places
    where user_id = ${userId} and kind = 'home' and is_private_zone
  `.execute(on);
  return rows;
}

/**
 * The cells of obscured records of the same months as a journey, or without a date, that were saved before today. Of these records it
 * uses only what everybody may know, month, cell and the day on which they enter lists, and none of a private one, so that no track
 * tells more than they do: a record that is saved today cuts tomorrow (`IS_LISTED`).
 */
async function listHiddenCells(
  on: Db | Tx,
  { user_id, started_at, ended_at, time_zone }: Pick<JourneyRow, 'user_id' | 'started_at' | 'ended_at' | 'time_zone'>,
): Promise<PrivateZone[]> {
  const monthOf = (at: Date) => `${todayIn(time_zone, at).slice(0, 7)}-01`;
  const [first, last] = [monthOf(started_at), monthOf(ended_at ?? started_at)];
  const { rows } = await sql<PublicPoint>`
    select distinct o.public_latitude as latitude, o.public_longitude as longitude, o.public_uncertainty_m as coordinate_uncertainty_m
    from observations o
    where o.user_id = ${user_id} and o.deleted_at is null and o.geoprivacy = 'obscured' and o.public_latitude is not null
      and ${IS_OF_EARLIER_DAY}
      and (o.observed_from is null or (o.observed_from < ${last}::date + interval '1 month' and o.observed_to >= ${first}::date))
  `.execute(on);
  return rows.map(zoneOfCell);
}

/** A cell of a coarser grid is a zone with its shape, which hides all finer cells that it has a part of. */
function zoneOfCell(shown: PublicPoint): PrivateZone {
  const { latitude, longitude } = shown;
  if (shownGrid(shown) === 10) return { latitude, longitude, uncertainty_m: null };
  const { west, south, east, north } = shownCell(shown);
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { latitude, longitude, uncertainty_m: null, geometry: { type: 'Polygon', coordinates: [ring] } };
}

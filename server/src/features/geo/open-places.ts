import { MAX_OPEN_PLACES, type OpenPlace } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';
import { outlineArea, type PublicPlaceRow, removeOpenPlace, upsertPublicPlace } from './public-places.ts';
import type { PlaceRow } from './saved-places.ts';

interface Change {
  ownerId: string;
  savedPlaceId: string;
  /** Null to take it back; undefined to leave it as it is. */
  open: OpenPlace | null | undefined;
  now: Date;
}

/**
 * Lets the page of a saved place follow a change of it, in the same transaction. A place that became a home, a private zone or a line
 * while its device knew nothing of its page loses it; asking for such a page is refused (decision 0082).
 */
export async function changeOpenPlace(tx: Tx, { ownerId, savedPlaceId, open, now }: Change): Promise<void> {
  const known = await tx
    .selectFrom('public_places')
    .select(['id', 'kind', 'text'])
    .where('owner_id', '=', ownerId)
    .where('saved_place_id', '=', savedPlaceId)
    .executeTakeFirst();
  const next = open === undefined ? known : open;
  if (!next) return known && removeOpenPlace(tx, ownerId, savedPlaceId);
  const place = await tx
    .selectFrom('saved_places')
    .selectAll()
    .where('user_id', '=', ownerId)
    .where('id', '=', savedPlaceId)
    .executeTakeFirstOrThrow();
  const polygons = outlineArea(place);
  if (isPrivatePlace(place) || !polygons) {
    if (open) throw invalid('open_to_all', polygons ? 'open_home' : 'open_line');
    return removeOpenPlace(tx, ownerId, savedPlaceId);
  }
  if (known && known.id !== next.id) await removeOpenPlace(tx, ownerId, savedPlaceId);
  if (!known || known.id !== next.id) await requireUnusedId(tx, next.id);
  const { latitude, longitude, name } = place;
  const point = { latitude, longitude };
  const from = { owner: ownerId, savedPlace: savedPlaceId };
  const { id, text } = next;
  const kind: PublicPlaceRow['kind'] = next.kind;
  await upsertPublicPlace(tx, { id, from, kind, name, names: {}, text, attribution: '', polygons, point }, now);
  if (!known && (await countOpenPlaces(tx, ownerId)) > MAX_OPEN_PLACES) throw invalid('open_to_all', 'list_full');
  return undefined;
}

/** Where somebody lives is never public. */
export const isPrivatePlace = ({ kind, is_private_zone }: Pick<PlaceRow, 'kind' | 'is_private_zone'>): boolean =>
  kind === 'home' || is_private_zone === true;

async function requireUnusedId(tx: Tx, id: string): Promise<void> {
  const used = await tx.selectFrom('public_places').select('id').where('id', '=', id).executeTakeFirst();
  if (used) throw invalid('open_to_all', 'uuid');
}

async function countOpenPlaces(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from public_places where owner_id = ${ownerId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

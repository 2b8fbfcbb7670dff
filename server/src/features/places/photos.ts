import { deletePlacePhoto, getPlacePhoto, MAX_PLACE_PHOTO_LENGTH, MAX_PLACE_PHOTOS, type PlacePhoto, putPlacePhoto } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { loggedIn } from '../accounts/access.ts';
import { renderPicture, sendPicture } from '../media/sent-picture.ts';

const LARGE = 1600;
const SMALL = 512;
/** Each is decoded, also one that is refused. */
const PHOTOS_PER_MINUTE = 20;

/** Photos of public places, which their people add, and everybody sees who has their addresses. */
export function registerPlacePhotos(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const countPhoto = minuteLimit(PHOTOS_PER_MINUTE, context.now);
  const { db } = context;

  serve(
    app,
    putPlacePhoto,
    access,
    async ({ params, body, caller }) => {
      const place = { id: params.id, ownerId: caller.userId };
      // Before it is decoded, which a repeated request need not be.
      if (await isAdded(db, place, params.photo)) return undefined;
      const rendered = await render(context, caller.userId, body.picture);
      await inTransaction(db, async (tx) => {
        if (await isAdded(tx, place, params.photo)) return;
        const { caption, license } = body;
        await tx
          .insertInto('place_photos')
          .values({ id: params.photo, place_id: place.id, caption, license, ...rendered, created_at: context.now() })
          .execute();
      });
      return undefined;
    },
    {
      bodyLimit: MAX_PLACE_PHOTO_LENGTH + 1000,
      limit: ({ userId }) => countPhoto(userId),
      problems: ['not_found', 'conflict'],
    },
  );

  serve(app, deletePlacePhoto, access, async ({ params, caller }) => {
    await sql`
      delete from place_photos f using public_places p
      where f.id = ${params.photo} and f.place_id = ${params.id} and p.id = f.place_id and p.owner_id = ${caller.userId}
    `.execute(db);
    return undefined;
  });

  serve(
    app,
    getPlacePhoto,
    anyone,
    async ({ params, reply }) => {
      const bytes = await readPlacePhoto(context.readDb, params);
      if (!bytes) throw new Fault('not_found');
      return sendPicture(reply, bytes);
    },
    { problems: ['not_found'] },
  );
}

interface OwnPlace {
  id: string;
  ownerId: string;
}

/**
 * Whether the photo is there already. Locks the place in a transaction, so that only so many are added. Throws `not_found` if the place is
 * not one of the owner, `conflict` if the id is that of a photo of another place, and 422 if there are too many.
 */
async function isAdded(db: Db, { id, ownerId }: OwnPlace, photoId: string): Promise<boolean> {
  const { rows } = await sql<{ taken_by: string | null; photos: number }>`
    select (select f.place_id from place_photos f where f.id = ${photoId}) as taken_by,
      (select count(*)::integer from place_photos f where f.place_id = p.id) as photos
    from public_places p where p.id = ${id} and p.owner_id = ${ownerId} and p.hidden_at is null ${sql.raw(db.isTransaction ? 'for update' : '')}
  `.execute(db);
  const [place] = rows;
  if (!place) throw new Fault('not_found');
  if (place.taken_by === id) return true;
  if (place.taken_by !== null) throw new Fault('conflict');
  if (place.photos >= MAX_PLACE_PHOTOS) throw invalid('photo', 'list_full');
  return false;
}

/** A picture as it is stored: WebP without metadata, in two sizes. Throws 422 for what is no picture. */
function render(context: Context, person: string, picture: string) {
  return renderPicture(context, person, picture, async ({ width, height, paths }) => {
    const scale = Math.min(1, LARGE / Math.max(width, height));
    return {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      small: await readFile(paths[SMALL]),
      large: await readFile(paths[LARGE]),
    };
  });
}

/** A photo of a place that is on show, of an open account; undefined if there is none. */
export async function readPlacePhoto(
  db: Db,
  { id, photo, size }: { id: string; photo: string; size: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select ${sql.ref(size === String(SMALL) ? 'f.small' : 'f.large')} as bytes
    from place_photos f join public_places p on p.id = f.place_id join users u on u.id = p.owner_id
    where f.id = ${photo} and p.id = ${id} and p.hidden_at is null and u.deleted_at is null and u.erase_after is null
  `.execute(db);
  return rows[0]?.bytes;
}

export type PhotoOfPlace = Pick<PlacePhoto, 'id' | 'width' | 'height' | 'caption' | 'license'>;

/** The photos of the place `p`, the first added first. */
export const PHOTOS_OF_PLACE: RawBuilder<PhotoOfPlace[]> = sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'caption', f.caption, 'license', f.license)
    order by f.created_at, f.id), '[]')
  from place_photos f where f.place_id = p.id)`;

export function presentPlacePhoto(placeId: string, photo: PhotoOfPlace, creator: string | null): PlacePhoto {
  const address = `/api/places/${placeId}/photos/${photo.id}`;
  return { ...photo, url: `${address}/${SMALL}`, large_url: `${address}/${LARGE}`, creator };
}

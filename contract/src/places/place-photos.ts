import { z } from 'zod/mini';
import { route } from '../route.ts';
import { DeviceMadeId, License, text, Uuid } from '../vocabulary.ts';

/** How many photos a public place can have. */
export const MAX_PLACE_PHOTOS = 8;
/** How long such a photo may be in base64: 3 MB. Devices make it smaller before they send it. */
export const MAX_PLACE_PHOTO_LENGTH = 4_000_000;
/** The longer side, in pixels. */
export const PLACE_PHOTO_SIZES = ['512', '1600'] as const;

/** A photo of a public place. The addresses are of WebP pictures without metadata, whose longer side is at most 512 and 1600 pixels. */
export const PlacePhoto = z.object({
  id: DeviceMadeId,
  url: z.string(),
  large_url: z.string(),
  /** Of the large one, in pixels. */
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  license: z.nullable(License),
  /** Who took it; null where the caller is not told the person's name. */
  creator: z.nullable(z.string()),
});
export type PlacePhoto = z.infer<typeof PlacePhoto>;

const OnePhoto = z.object({ id: Uuid, photo: DeviceMadeId });

export const putPlacePhoto = route({
  method: 'PUT',
  path: '/api/places/:id/photos/:photo',
  summary:
    'Add a photo to a public place of the caller: a JPEG, PNG or WebP in base64, which is re-encoded without metadata. The id is made on the device, and repeating the request changes nothing; 409 for an id in use otherwise, 422 for the ninth photo',
  params: OnePhoto,
  body: z.strictObject({
    picture: z.string().check(z.maxLength(MAX_PLACE_PHOTO_LENGTH), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'picture' })),
    caption: text(200),
    license: z.nullable(License),
  }),
  replies: { 204: null },
});

export const deletePlacePhoto = route({
  method: 'DELETE',
  path: '/api/places/:id/photos/:photo',
  summary: 'Remove a photo of a public place of the caller; an unknown one counts as removed',
  params: OnePhoto,
  replies: { 204: null },
});

export const getPlacePhoto = route({
  method: 'GET',
  path: '/api/places/:id/photos/:photo/:size',
  summary: 'A photo of a public place, by the address on its page',
  params: z.object({ id: Uuid, photo: DeviceMadeId, size: z.enum(PLACE_PHOTO_SIZES) }),
  replies: { 200: z.any() },
  replyType: 'image/webp',
});

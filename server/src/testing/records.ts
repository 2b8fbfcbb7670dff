import { createHash, randomUUID } from 'node:crypto';
import { type ObservationWrite, putObservation, type TaxonGroup, UPLOADS_PATH } from '@veld/contract';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import sharp from 'sharp';
import type { Person } from './people.ts';
import type { TestResponse, TestServer } from './server.ts';

type Body = z.input<typeof ObservationWrite>;

export interface TestTaxon {
  id: number;
  scientific_name: string;
  display_name?: string;
  group?: TaxonGroup;
  names?: Record<string, string>;
  countries?: string[];
  accepted_id?: number;
  is_deleted?: boolean;
}

/** Three taxa with ids that the starter taxonomy does not use. */
export const TAXA = {
  kingfisher: {
    id: 900_001,
    scientific_name: 'Alcedo examplis',
    names: { en: 'Example kingfisher', nl: 'Voorbeeldijsvogel' },
    countries: ['NL'],
  },
  heron: { id: 900_002, scientific_name: 'Ardea examplis', names: { en: 'Example heron' }, countries: ['NL', 'BE'] },
  moss: { id: 900_003, scientific_name: 'Bryum examplis' },
} satisfies Record<string, TestTaxon>;

export async function insertTaxa(veld: TestServer, taxa: TestTaxon[] = Object.values(TAXA)): Promise<void> {
  for (const taxon of taxa) {
    await veld.db
      .insertInto('taxa')
      .values({
        id: taxon.id,
        source: 'test',
        source_id: String(taxon.id),
        scientific_name: taxon.scientific_name,
        display_name: taxon.display_name ?? taxon.scientific_name,
        rank: 'species',
        taxon_group: taxon.group ?? 'bird',
        rarity_class: 1,
        arrival: taxon.id,
        updated_seq: 1,
        accepted_id: taxon.accepted_id ?? null,
        is_deleted: taxon.is_deleted ?? false,
      })
      .execute();
    for (const [language, name] of Object.entries(taxon.names ?? {}))
      await veld.db.insertInto('taxon_names').values({ taxon_id: taxon.id, language, name, is_preferred: true }).execute();
    for (const country of taxon.countries ?? [])
      await veld.db.insertInto('taxon_countries').values({ country_code: country, taxon_id: taxon.id, rarity_class: 1 }).execute();
  }
}

/** The body of a save: a kingfisher near Utrecht, with the properties in `change` replaced. */
export function draft(change: Partial<Body> = {}): Body {
  return {
    taxon_id: TAXA.kingfisher.id,
    observed_on: '2026-05-17',
    observed_time: '06:40',
    time_zone: 'Europe/Amsterdam',
    latitude: 52.09083,
    longitude: 5.12222,
    coordinate_uncertainty_m: 12,
    location_source: 'gps',
    count: 2,
    count_type: 'exact',
    notes: 'On the post by the weir',
    geoprivacy: 'open',
    write_id: randomUUID(),
    ...change,
  };
}

/** Saves a record through the real route. `base` is the version the save is based on. */
export function save(veld: TestServer, who: Person, id: string, body: Body, base?: number): Promise<TestResponse<typeof putObservation>> {
  return veld.call(putObservation, { params: { id }, body, ...(base ? { headers: { 'if-match': `"${base}"` } } : {}) }, who.token);
}

/** Lets a day pass since all saves, after which hidden records are in lists (`IS_LISTED`). */
export async function passDay(veld: TestServer): Promise<void> {
  await sql`
    update observations set created_at = created_at - interval '1 day',
      listed_at = case when geoprivacy = 'open' then listed_at - interval '1 day' else listed_at end
  `.execute(veld.db);
  await sql`update map_changes set shown_on = shown_on - 1`.execute(veld.db);
  await sql`update project_records set shown_on = shown_on - 1`.execute(veld.db);
}

export interface Photo {
  id: string;
  sha256: string;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/heic';
  width: number;
  height: number;
  order: number;
  bytes: Buffer;
}

/** The private EXIF values in the photos of `makePhoto`. */
export const PHOTO_SECRETS = { latitude: '47/1 11/1 2234/100', camera: 'Canary-Cam-7', owner: 'Anna Geheim' };

/** A JPEG, by default of 900 x 600 pixels with orientation 6. Its left half is red, and its EXIF has a place and a camera. */
export async function makePhoto(change: { width?: number; height?: number; orientation?: number } = {}): Promise<Photo> {
  const { width = 900, height = 600, orientation = 6 } = change;
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: '#d01010' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#1020c0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: PHOTO_SECRETS.camera, Artist: PHOTO_SECRETS.owner },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: PHOTO_SECRETS.latitude, GPSLongitudeRef: 'E', GPSLongitude: '8/1 20/1 3055/100' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { ...declare(bytes, 'image/jpeg', width, height), bytes };
}

export function declare(bytes: Buffer, type: Photo['type'], width = 10, height = 10): Omit<Photo, 'bytes'> {
  return { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), type, width, height, order: 0 };
}

/** A photo as declared in a record. */
export function declared(photo: Photo): Omit<Photo, 'bytes'> {
  const { bytes: _, ...rest } = photo;
  return rest;
}

export function uploadMetadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** Creates an upload; the bytes go to the Location of the response. With `whole` they are sent in the same request. */
export function createUpload(
  veld: TestServer,
  who: Person | null,
  photo: Pick<Photo, 'id' | 'sha256' | 'type' | 'bytes'>,
  extra: Record<string, string> = {},
  whole?: Uint8Array,
): Promise<Response> {
  return veld.fetch(UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      'tus-resumable': '1.0.0',
      'upload-length': String(photo.bytes.length),
      'upload-metadata': uploadMetadata({ id: photo.id, sha256: photo.sha256, type: photo.type, ...extra }),
      ...(whole ? { 'content-type': 'application/offset+octet-stream' } : {}),
    },
    ...(whole ? { body: new Uint8Array(whole) } : {}),
  });
}

export function patchUpload(veld: TestServer, who: Person, name: string, bytes: Uint8Array, offset = 0): Promise<Response> {
  return veld.fetch(`${UPLOADS_PATH}/${name}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${who.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
}

export function headUpload(veld: TestServer, who: Person, name: string): Promise<Response> {
  return veld.fetch(`${UPLOADS_PATH}/${name}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${who.token}`, 'tus-resumable': '1.0.0' },
  });
}

/** The id of a stored photo in addresses and files. */
export async function storedId(veld: Pick<TestServer, 'db'>, photo: Pick<Photo, 'id'>, owner?: Person): Promise<string> {
  let rows = veld.db.selectFrom('media').select('id').where('photo_id', '=', photo.id);
  if (owner) rows = rows.where('user_id', '=', owner.user.id);
  return (await rows.executeTakeFirstOrThrow()).id;
}

/** Uploads a photo completely. Returns the status of the last request. */
export async function upload(veld: TestServer, who: Person, photo: Photo, extra: Record<string, string> = {}): Promise<number> {
  const made = await createUpload(veld, who, photo, extra);
  if (made.status !== 201) return made.status;
  const sent = await patchUpload(veld, who, extra.companion ? `${photo.id}.jpeg` : photo.id, photo.bytes);
  return sent.status;
}

import { getTaxonPictures, type Language, listTaxonPictures } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { growingCache } from '../../lru.ts';
import { taxonomyReader } from './access.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';
import { displayKey } from '../media/keys.ts';

/** Files looked at together. */
const AT_ONCE = 32;
const MAX_SIZES = 50_000;

/** The size in bytes, compressed, of texts in a language. */
export type TextSize = (language: Language) => Promise<number>;

/** The routes by which a device keeps the small pictures of a country. `texts` are those that it keeps with them. */
export function registerPictures(app: FastifyInstance, context: Context, texts: readonly TextSize[]): void {
  // The picture of a key never changes.
  const sizes = growingCache<string, number>(MAX_SIZES);

  /** Null if the picture is not rendered. */
  async function sizeOf(key: string): Promise<number | null> {
    const known = sizes.get(key);
    if (known !== undefined) return known;
    const size = await context.files.size(key);
    if (size !== null) sizes.set(key, size);
    return size;
  }

  serve(app, listTaxonPictures, taxonomyReader, async ({ params, language, reply }) => {
    void reply.header('cache-control', 'no-cache');
    const rows = await listPictures(context.readDb, params.country);
    const pictures = await mapInBatches(rows, async (row) => {
      const bytes = await sizeOf(pictureKey(row));
      return bytes === null ? [] : [{ id: row.id, version: pictureVersion(row), bytes }];
    });
    const sizes = await Promise.all(texts.map((sizeIn) => sizeIn(language)));
    return { data: { pictures, text_bytes: sizes.reduce((sum, size) => sum + size, 0) } };
  });

  serve(app, getTaxonPictures, taxonomyReader, async ({ query, reply }) => {
    void reply.header('cache-control', 'no-cache');
    const rows = await findPictures(context.readDb, query.ids);
    const pictures = await mapInBatches(rows, async (row) => {
      // A file that was removed since is left out.
      const image = await buffer(context.files.read(pictureKey(row))).catch(() => null);
      return image ? [{ id: row.id, version: pictureVersion(row), image: image.toString('base64') }] : [];
    });
    return { data: { pictures } };
  });
}

async function mapInBatches<T, R>(list: readonly T[], work: (one: T) => Promise<R[]>): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE) found.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(work))).flat());
  return found;
}

/** The image of a taxon: its photo, or the crop of it. */
interface PictureRow {
  id: number;
  media_id: string;
  crop_id: string | null;
}

/** The file of the small picture. */
export const pictureKey = ({ media_id, crop_id }: PictureRow) => displayKey(media_id, '128', crop_id);
/** Another picture has another version. */
export const pictureVersion = ({ media_id, crop_id }: PictureRow) => crop_id ?? media_id;

/** Images that may be shown and whose crop is rendered. */
const SHOWN = sql`
  taxa t left join media_crops mc on mc.media_id = t.image_media_id and mc.crop = t.image_crop and mc.state = 'ready'
  where t.image_media_id is not null and not t.is_deleted and ${HAS_IMAGE} and (t.image_crop is null or mc.id is not null)`;

/** The images of the taxa of a country, the commonest taxon first. */
async function listPictures(db: Db, country: string): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select t.id, t.image_media_id as media_id, mc.id as crop_id from ${SHOWN}
      and exists (select 1 from taxon_countries c where c.taxon_id = t.id and c.country_code = ${country})
    order by t.arrival, t.id
  `.execute(db);
  return rows;
}

/** The images of some taxa. */
export async function findPictures(db: Db, ids: readonly number[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select t.id, t.image_media_id as media_id, mc.id as crop_id from ${SHOWN} and t.id = any(${[...ids]}::int[])
  `.execute(db);
  return rows;
}

import { getTaxonPictures, type Language, listTaxonPictures } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { growingCache } from '../../lru.ts';
import { taxonomyReader } from './access.ts';
import { findPictures, listPictures, pictureKey, pictureVersion } from './picture-store.ts';

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

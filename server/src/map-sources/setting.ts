import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DisputedAreas, itemAt, TileSchema } from '@veld/contract';
import { z } from 'zod';
import { toError } from '../thrown.ts';

const text = (length: number) => z.string().trim().min(1).max(length);
const zoom = z.int().min(0).max(22);
const web = z.url({ protocol: /^https?$/, error: 'expected an address that starts with https:// or http://' });
const tile = z
  .string()
  .refine(
    (value) => /^(https?:\/\/[^/{}]+)?\/\S+$/.test(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
    'expected an address with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png',
  );
const tiles = z.union([tile.transform((one) => [one]), z.array(tile).min(1).max(8)], {
  error: 'expected an address with {z}, {x} and {y}, or a list of such addresses',
});
const origin = web.refine((value) => new URL(value).origin === value, 'expected an origin, such as https://tiles.example.org');

/** Whether people may store the map on their devices, and how much of it at once. */
const offline = z
  .union([z.literal(false), z.strictObject({ max_zoom: zoom.optional(), max_tiles: z.int().min(1).max(1_000_000).default(20_000) })], {
    error: 'expected false, or "max_zoom" and "max_tiles", which is at most 1,000,000',
  })
  .optional();

const common = {
  name: text(60),
  attribution_url: web.optional(),
  min_zoom: zoom.default(0),
};
const credited = { ...common, attribution: text(300) };
const schema = z.enum(TileSchema.options).default('openmaptiles');

const Source = z.discriminatedUnion('kind', [
  z.strictObject({
    ...credited,
    kind: z.literal('raster'),
    tiles,
    tile_size: z.union([z.literal(256), z.literal(512)]).default(256),
    max_zoom: zoom.default(19),
    offline,
  }),
  z.strictObject({ ...credited, kind: z.literal('vector'), tiles, schema, max_zoom: zoom.default(14), offline }),
  z
    .strictObject({ ...credited, kind: z.literal('pmtiles'), schema, file: text(1000).optional(), url: web.optional(), offline })
    .refine(({ file, url }) => (file === undefined) !== (url === undefined), 'expected either "file" or "url"'),
  z.strictObject({
    ...common,
    kind: z.literal('style'),
    url: z.union([web, z.string().regex(/^\/[^/]/)], { error: 'expected the address of a style' }),
    /** Other origins that the style reads from. */
    origins: z.array(origin).max(20).default([]),
    /** The style's own sources usually have theirs. */
    attribution: text(300).optional(),
  }),
]);

/** A base map as the operator configured it. */
export type MapSourceSetting = z.output<typeof Source> & { id: string };

/** `MAP_SOURCES`: a JSON list of sources, or the path of a file that holds one. Paths in a file are relative to it. */
export const MapSourcesSetting = z
  .string()
  .default('')
  .transform((value, context): readonly MapSourceSetting[] => {
    try {
      return readSources(value.trim());
    } catch (error) {
      context.addIssue({ code: 'custom', message: toError(error).message.replaceAll(/\s+/g, ' ') });
      return z.NEVER;
    }
  });

function readSources(value: string): MapSourceSetting[] {
  if (value === '') return [];
  const isInline = value.startsWith('[');
  const folder = isInline ? process.cwd() : dirname(resolve(value));
  const sources = listIn(isInline ? value : readFileSync(resolve(value), 'utf8')).map((entry, index) => {
    const read = Source.safeParse(entry);
    if (read.success) return withId(read.data, folder);
    const { path, message } = itemAt(read.error.issues, 0);
    throw new Error(`source ${index + 1}${path.length > 0 ? `, "${path.join('.')}"` : ''}: ${message}`);
  });
  const twice = sources.find(({ id }, index) => sources.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Error(`two sources are named "${twice.name}"`);
  return sources;
}

function listIn(json: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`not JSON: ${toError(error).message}`, { cause: error });
  }
  if (!Array.isArray(value)) throw new Error('expected a JSON list of sources');
  return value;
}

function withId(source: z.output<typeof Source>, folder: string): MapSourceSetting {
  const id = createHash('sha256').update(source.name).digest('hex').slice(0, 12);
  if (source.kind !== 'pmtiles' || source.file === undefined) return { ...source, id };
  const file = resolve(folder, source.file);
  const head = Buffer.alloc(8);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head);
  } finally {
    closeSync(descriptor);
  }
  if (head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3) throw new Error(`"${file}" is not a PMTiles archive of version 3`);
  return { ...source, id, file };
}

/** `MAP_STYLE_URL`: a single style, without the rest of `MAP_SOURCES`. It is named after its server. */
export const MapStyleSetting = z
  .string()
  .min(1)
  .optional()
  .transform((url, context): readonly MapSourceSetting[] => {
    if (url === undefined) return [];
    if (!web.safeParse(url).success) {
      context.addIssue({ code: 'custom', message: 'expected the address of a style, such as https://maps.example.org/style.json' });
      return z.NEVER;
    }
    return readSources(JSON.stringify([{ kind: 'style', name: new URL(url).host, url }]));
  });

const LABEL = /^([A-Z]{2}(?:-[A-Z0-9]{1,3})?)=([A-Z]{2}|-)$/;

/**
 * `MAP_DISPUTED`: `hidden` leaves out the borders that are not agreed on; `EH=MA` names the country MA where the map says EH; `EH=-` names none. Country codes of
 * places follow it too; `UA-43` is Crimea, which has no code of its own in ISO 3166-1.
 */
export const DisputedSetting = z
  .string()
  .default('')
  .transform((value, context): DisputedAreas => {
    const disputed: DisputedAreas = { borders: 'dashed', labels: {} };
    for (const part of value.split(',').map((one) => one.trim())) {
      const [, code, shown] = LABEL.exec(part) ?? [];
      if (code && shown) disputed.labels[code] = shown === '-' ? null : shown;
      else if (part === 'hidden' || part === 'dashed') disputed.borders = part;
      else if (part !== '') {
        context.addIssue({ code: 'custom', message: `"${part}" is neither "dashed" nor "hidden" nor like "EH=MA" or "EH=-"` });
        return z.NEVER;
      }
    }
    return disputed;
  });

/** The origins from which browsers read the sources. Archives are passed on by the server, so they add none. */
export function listOrigins(sources: readonly MapSourceSetting[]): string[] {
  const addresses = sources.flatMap((source) => {
    switch (source.kind) {
      case 'raster':
      case 'vector':
        return source.tiles;
      case 'style':
        return [source.url, ...source.origins];
      case 'pmtiles':
        return [];
    }
  });
  return [...new Set(addresses.filter((address) => !address.startsWith('/')).map((address) => new URL(address).origin))];
}

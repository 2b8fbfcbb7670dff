import { z } from 'zod/mini';
import { PlaceGeometry } from '../place-geometry.ts';
import { CountryCode } from '../vocabulary.ts';

/** The most positions that a track can have; longer ones are simplified on the device. */
export const MAX_TRACK_POSITIONS = 20_000;
export const MAX_RADIUS_KM = 200;
export const MAX_CORRIDOR_KM = 50;

const Longitude = z.number({ error: 'longitude' }).check(z.gte(-180, { error: 'longitude' }), z.lte(180, { error: 'longitude' }));
const Latitude = z.number({ error: 'latitude' }).check(z.gte(-90, { error: 'latitude' }), z.lte(90, { error: 'latitude' }));
/** Longitude and latitude (WGS 84, degrees); what follows them, such as a height, is ignored. */
const TrackPosition = z.tuple([Longitude, Latitude], z.number());
const Line = z
  .array(TrackPosition)
  .check(z.minLength(1, { error: 'shape_size' }), z.maxLength(MAX_TRACK_POSITIONS, { error: 'shape_size' }));

/** A track: a list of positions, or a line in GeoJSON, of which one with gaps has several parts. */
export const Track = z
  .union([
    Line,
    z.object({ type: z.literal('LineString'), coordinates: Line }),
    z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line).check(z.minLength(1, { error: 'shape_size' })) }),
  ])
  .check(z.refine((track) => listTrackLines(track).flat().length <= MAX_TRACK_POSITIONS, { error: 'shape_size' }));
export type Track = z.infer<typeof Track>;

/** The parts of a track between its gaps. */
export function listTrackLines(track: Track): z.infer<typeof Line>[] {
  if (Array.isArray(track)) return [track];
  return track.type === 'LineString' ? [track.coordinates] : track.coordinates;
}

const Kilometres = (most: number) => z.number().check(z.gte(0.1), z.lte(most));

export const TILE_AREA_KINDS = ['country', 'circle', 'polygon', 'corridor'] as const;

/** What an offline map is of. */
export const TileArea = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('country'), country_code: CountryCode }),
  /** Around a place. */
  z.strictObject({ kind: z.literal('circle'), latitude: Latitude, longitude: Longitude, radius_km: Kilometres(MAX_RADIUS_KM) }),
  z.strictObject({
    kind: z.literal('polygon'),
    geometry: PlaceGeometry.check(z.refine(({ type }) => type === 'Polygon', { error: 'invalid' })),
  }),
  /** Along a track, to both of its sides. */
  z.strictObject({ kind: z.literal('corridor'), track: Track, width_km: Kilometres(MAX_CORRIDOR_KM) }),
]);
export type TileArea = z.infer<typeof TileArea>;

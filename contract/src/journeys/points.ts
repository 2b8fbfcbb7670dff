import { z } from 'zod/mini';

/** How many points one request, one page of points and one journey can have. */
export const MAX_CHUNK_POINTS = 500;
export const MAX_PAGE_POINTS = 5_000;
export const MAX_JOURNEY_POINTS = 500_000;

/** Years 1 to 9999. */
const MIN_TIME = -62_135_596_800_000;
const MAX_TIME = Date.UTC(9999, 11, 31);

export const POINT_SOURCES = ['gps', 'import'] as const;
export type PointSource = (typeof POINT_SOURCES)[number];

const Measure = (min: number, max: number) =>
  z.nullable(z.number({ error: 'number' }).check(z.gte(min, { error: 'number' }), z.lte(max, { error: 'number' })));
const Index = (max: number) => z.int({ error: 'number' }).check(z.gte(0, { error: 'number' }), z.lte(max, { error: 'number' }));

/**
 * A point of the track of a journey, as measured; it never changes. Values are kept to the precision of `rounded` (codec.ts), which is
 * finer than any GPS.
 */
export const TrackPoint = z.object({
  /** The order of the points of a journey, whatever their times. There may be gaps, where a point could not be stored. */
  seq: Index(MAX_JOURNEY_POINTS - 1),
  /** Counts up at each pause and each longer silence. No line is drawn between segments. */
  segment: Index(100_000),
  /** Milliseconds since 1970 (UTC), by a clock that never goes back during a journey; null for an imported point without a time. */
  t: z.nullable(z.int({ error: 'number' }).check(z.gte(MIN_TIME, { error: 'number' }), z.lte(MAX_TIME, { error: 'number' }))),
  /** WGS 84, degrees. */
  latitude: z.number({ error: 'latitude' }).check(z.gte(-90, { error: 'latitude' }), z.lte(90, { error: 'latitude' })),
  longitude: z.number({ error: 'longitude' }).check(z.gte(-180, { error: 'longitude' }), z.lte(180, { error: 'longitude' })),
  /** Metres, as the device reports it: above the ellipsoid on most devices, above sea level in most files. */
  elevation_m: Measure(-12_000, 100_000),
  /** Radius in metres; null if unknown. */
  accuracy_m: Measure(0, 1_000_000),
  speed_mps: Measure(0, 10_000),
  source: z.enum(POINT_SOURCES),
});
export type TrackPoint = z.infer<typeof TrackPoint>;

/** Some points of a journey, in the order of `seq`. */
export const PointChunk = z.strictObject({
  points: z
    .array(TrackPoint)
    .check(z.minLength(1, { error: 'required' }), z.maxLength(MAX_CHUNK_POINTS, { error: 'too_many' }))
    .check(z.refine(isInOrder, { error: 'invalid' })),
});
export type PointChunk = z.infer<typeof PointChunk>;

function isInOrder(points: readonly { seq: number }[]): boolean {
  return points.every((point, at) => at === 0 || points[at - 1]!.seq < point.seq);
}

import { z } from 'zod/mini';
import { isTimeZone } from '../dates.ts';
import { DeviceMadeId, Instant, requiredText, TaxonGroup, TaxonId, text, Uuid } from '../vocabulary.ts';
import { JourneyWeather } from './weather.ts';
import { listKeys } from '../keys.ts';

export const JOURNEY_LIMITS = { name: 120, notes: 10_000, companions: 30, companionName: 80, taxa: 200 } as const;

/** How a person looks for species on a journey. `trap`: a moth trap. `timed_count`: everything within a fixed time. */
export const PROTOCOLS = ['casual', 'travelling', 'stationary', 'area', 'transect', 'trap', 'bioblitz', 'timed_count'] as const;
export const Protocol = z.enum(PROTOCOLS);
export type Protocol = z.infer<typeof Protocol>;

/**
 * What others see of a journey. `none`: nothing, not even that it exists. `cells`: the cells of about 1 km that it touches. `full`: its
 * line. Both without what lies in the grid cells of private zones and of records that hide their place (docs/journeys.md).
 */
export const JOURNEY_SHARING = ['none', 'cells', 'full'] as const;
export const JourneySharing = z.enum(JOURNEY_SHARING);
export type JourneySharing = z.infer<typeof JourneySharing>;

const Seconds = z.int({ error: 'number' }).check(z.gte(0, { error: 'number' }), z.lte(31 * 86_400, { error: 'number' }));
const Measure = (max: number) => z.number({ error: 'number' }).check(z.gte(0, { error: 'number' }), z.lte(max, { error: 'number' }));
const Seq = z.int({ error: 'number' }).check(z.gte(0, { error: 'number' }));

/** What the person corrected; null where the track is right. */
export const JourneyEffort = z.strictObject({
  duration_s: z.nullable(Seconds),
  distance_m: z.nullable(Measure(40_000_000)),
  area_ha: z.nullable(Measure(10_000_000)),
  /** Number of people, the person included; null: the companions and the person. */
  observers: z.nullable(z.int({ error: 'number' }).check(z.gte(1, { error: 'number' }), z.lte(1000, { error: 'number' }))),
  /**
   * How long the journey was paused between its start and its end, which no correction changes. Without it, what is stored stays: older
   * devices do not know it.
   */
  paused_s: z.optional(Seconds),
});
export type JourneyEffort = z.infer<typeof JourneyEffort>;

/** Someone with an account, or just a name. Only the owner of the journey sees it. */
export const Companion = z.strictObject({ user_id: z.nullable(Uuid), name: requiredText(JOURNEY_LIMITS.companionName) });
export type Companion = z.infer<typeof Companion>;

/** The answer to "Did you record everything of this group?". */
export const CompleteGroup = z.strictObject({ group: TaxonGroup, is_complete: z.boolean() });
export type CompleteGroup = z.infer<typeof CompleteGroup>;

/** The first and last point that count; those outside stay stored. */
export const JourneyTrim = z
  .strictObject({ from_seq: Seq, to_seq: Seq })
  .check(z.refine(({ from_seq, to_seq }) => from_seq <= to_seq, { error: 'invalid' }));
export type JourneyTrim = z.infer<typeof JourneyTrim>;

/** From the year 1900 to 2200: what a clock that is set wrong may say, and PostgreSQL can store. */
const Time = Instant.check(z.refine((value) => Date.parse(value) > -2.2e12 && Date.parse(value) < 7.3e12, { error: 'date' }));

const once = (values: readonly unknown[]) => new Set(values).size === values.length;

const journeyShape = {
  name: requiredText(JOURNEY_LIMITS.name),
  protocol: Protocol,
  target_groups: z.array(TaxonGroup).check(z.maxLength(20, { error: 'too_many' }), z.refine(once, { error: 'invalid' })),
  /** Species that the person looks for; those not found on a complete journey get a record with count 0. */
  target_taxon_ids: z.array(TaxonId).check(z.maxLength(JOURNEY_LIMITS.taxa, { error: 'too_many' }), z.refine(once, { error: 'invalid' })),
  /** Groups without an answer are left out. */
  complete_groups: z.array(CompleteGroup).check(
    z.maxLength(20, { error: 'too_many' }),
    z.refine((groups) => once(groups.map(({ group }) => group)), { error: 'invalid' }),
  ),
  companions: z.array(Companion).check(z.maxLength(JOURNEY_LIMITS.companions, { error: 'too_many' })),
  planned_duration_s: z.nullable(Seconds),
  started_at: Time,
  /** Null while the journey runs. */
  ended_at: z.nullable(Time),
  /** IANA; of the place where the journey began. */
  time_zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'time_zone' })),
  /** The saved place where it was started; null if none. */
  location_id: z.nullable(Uuid),
  effort: JourneyEffort,
  /** Only the owner sees it. Without it, what is stored stays: older devices do not know it. */
  weather: z.optional(z.nullable(JourneyWeather)),
  sharing: JourneySharing,
  /** Only the owner sees them. */
  notes: text(JOURNEY_LIMITS.notes),
  trim: z.nullable(JourneyTrim),
};

const isForward = ({ started_at, ended_at }: { started_at: string; ended_at: string | null }) =>
  ended_at === null || Date.parse(ended_at) >= Date.parse(started_at);

/** What the owner of a journey decides, apart from its points. */
export const JourneyContent = z.object(journeyShape);
export type JourneyContent = z.infer<typeof JourneyContent>;
export const JOURNEY_FIELDS = listKeys(journeyShape);

/** The body of a save. `write_id` is made once per save and stays the same in every retry. */
export const JourneyWrite = z
  .strictObject({ ...journeyShape, write_id: Uuid })
  .check(z.refine(isForward, { error: 'date_order', path: ['ended_at'] }));
export type JourneyWrite = z.infer<typeof JourneyWrite>;

/** How much of the track the server has. */
export const TrackState = z.object({ points: z.int(), last_seq: z.nullable(z.int()) });
export type TrackState = z.infer<typeof TrackState>;

/** Why others see nothing of a track: it is more than they get, or computing it took too long. */
export const TRACK_FAULTS = ['too_large', 'too_slow'] as const;
export const TrackFault = z.enum(TRACK_FAULTS);
export type TrackFault = z.infer<typeof TrackFault>;

/** A journey as its owner sees it, without its points. */
export const OwnJourney = z.object({
  id: DeviceMadeId,
  ...journeyShape,
  track: TrackState,
  /** Null if there is none, as far as that is computed. */
  track_fault: z.optional(z.nullable(TrackFault)),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OwnJourney = z.infer<typeof OwnJourney>;

/** What remains of a deleted journey. Its records stay. */
export const JourneyTombstone = z.object({ id: DeviceMadeId, version: z.int(), deleted: z.literal(true) });
export type JourneyTombstone = z.infer<typeof JourneyTombstone>;

/** A cell of the grid of shared journeys, in degrees. */
export const JourneyCell = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });
export type JourneyCell = z.infer<typeof JourneyCell>;

const publicShape = {
  id: DeviceMadeId,
  user: z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() }),
  name: z.string(),
  protocol: Protocol,
  target_groups: z.array(TaxonGroup),
  complete_groups: z.array(TaxonGroup),
  sharing: z.enum(['cells', 'full']),
  /** YYYY-MM-DD, by the clock of the place. */
  started_on: z.string(),
  /** Whole minutes. */
  duration_s: z.int(),
  observers: z.int(),
  /** Records that show their place, and their species. */
  records: z.int(),
  species: z.int(),
};

/** A shared journey in a list. */
export const ListedJourney = z.object(publicShape);
export type ListedJourney = z.infer<typeof ListedJourney>;

/** A shared journey as others see it. */
export const PublicJourney = z.object({
  ...publicShape,
  /** Of the parts that others see; to the kilometre with `cells`. */
  distance_m: z.number(),
  /** With `cells`: what it touches, from south to north and west to east. */
  cells: z.array(JourneyCell),
  /** With `full`: its parts, as longitude and latitude. */
  lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
  /** Whether what is shared of the track is not computed yet, or cannot be. Left out otherwise. */
  is_track_missing: z.optional(z.boolean()),
});
export type PublicJourney = z.infer<typeof PublicJourney>;

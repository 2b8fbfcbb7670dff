import { z } from 'zod/mini';
import { addDays, isDay, isTimeZone, resolveInstant } from '../dates.ts';
import { boundPositions, unwrapRings } from '@veld/geometry';
import { PlaceGeometry } from '../place-geometry.ts';
import { MISSING_FIELDS, REQUIRED_FIELDS, RequiredField } from './needs.ts';
import { CountryCode, requiredText, TaxonGroup, TaxonId, text, Uuid } from '../vocabulary.ts';

/** Limits of what a project can have. Texts in UTF-16 code units, the area in degrees from edge to edge. */
export const PROJECT_LIMITS = {
  name: 80,
  description: 5_000,
  /** Of one piece of news. */
  news: 5_000,
  countries: 30,
  taxa: 50,
  organisers: 10,
  /** The worst accuracy that can be required, in metres. */
  uncertainty: 10_000,
  goals: 5,
  /** Projects that an umbrella project gathers. */
  parts: 50,
  /** Pieces of news of a project in a day, and those of them that notify. */
  newsPerDay: 10,
  notifyingPerDay: 3,
  /** The highest number of a goal. */
  target: 1_000_000,
  vertices: 500,
  degrees: 20,
  /** Projects of one person in a day. */
  perDay: 10,
} as const;

export const PROJECT_STATES = ['running', 'planned', 'finished'] as const;
export const ProjectState = z.enum(PROJECT_STATES);
export type ProjectState = z.infer<typeof ProjectState>;

/** `link`: only people with the link of the project can see and join it. */
export const PROJECT_JOINING = ['everyone', 'link'] as const;
export const ProjectJoining = z.enum(PROJECT_JOINING);
export type ProjectJoining = z.infer<typeof ProjectJoining>;

/** Where the records of a project are made. */
export const ProjectArea = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('worldwide') }),
    z.object({
      type: z.literal('countries'),
      countries: z
        .array(CountryCode)
        .check(z.minLength(1, { error: 'required' }), z.maxLength(PROJECT_LIMITS.countries, { error: 'too_many' })),
    }),
    z.object({ type: z.literal('polygon'), geometry: PlaceGeometry }),
  ])
  .check(
    z.superRefine((area, ctx) => {
      const fault = areaFault(area);
      if (fault) ctx.addIssue({ code: 'custom', message: fault });
    }),
  );
export type ProjectArea = { type: 'worldwide' } | { type: 'countries'; countries: string[] } | { type: 'polygon'; geometry: PlaceGeometry };

export type AreaFault = 'area_shape' | 'area_points' | 'area_size';

/** Why an area cannot be that of a project, apart from the faults of its geometry. */
export function areaFault(area: ProjectArea): AreaFault | null {
  if (area.type !== 'polygon') return null;
  if (area.geometry.type !== 'Polygon') return 'area_shape';
  const points = unwrapRings(area.geometry.coordinates).flat();
  if (points.length > PROJECT_LIMITS.vertices) return 'area_points';
  const { west, south, east, north } = boundPositions(points);
  return Math.max(east - west, north - south) > PROJECT_LIMITS.degrees ? 'area_size' : null;
}

const Time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' }));
const Day = z.string().check(z.refine(isDay, { error: 'date' }));

/** When a project begins and ends, by the clocks of its time zone. */
export interface ProjectHours {
  start_on: string;
  end_on: string;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
}

/** Whether a project begins before it ends. */
export function hasOrder({ start_on, end_on, start_time, end_time }: ProjectHours): boolean {
  return `${start_on} ${start_time ?? '00:00'}` < `${end_on} ${end_time ?? '24:00'}`;
}

/** The instants between which a project runs: it begins at the first, and has ended at the second. */
export function findProjectSpan({ start_on, end_on, start_time, end_time, time_zone }: ProjectHours & { time_zone: string }): {
  from: Date;
  until: Date;
} {
  return {
    from: resolveInstant(start_on, start_time ?? '00:00', time_zone),
    until: end_time ? resolveInstant(end_on, end_time, time_zone) : resolveInstant(addDays(end_on, 1), '00:00', time_zone),
  };
}

/** Why a record that a person made in a project's days, area and taxa does not count for it. */
export const UNCOUNTED_REASONS = ['outside_hours', 'no_time', 'hidden', ...MISSING_FIELDS, 'unconfirmed'] as const;
export const UncountedReason = z.enum(UNCOUNTED_REASONS);
export type UncountedReason = z.infer<typeof UncountedReason>;

const target = z.int().check(z.gte(1, { error: 'number' }), z.lte(PROJECT_LIMITS.target, { error: 'number' }));

/** A number that those who take part want to reach together: of species, records, people, or records of a taxon or a group. */
export const ProjectGoal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('species'), target }),
  z.strictObject({ kind: z.literal('records'), target }),
  z.strictObject({ kind: z.literal('people'), target }),
  z.strictObject({ kind: z.literal('taxon'), target, taxon_id: TaxonId }),
  z.strictObject({ kind: z.literal('group'), target, group: TaxonGroup }),
]);
export type ProjectGoal = z.infer<typeof ProjectGoal>;

/** What the organisers of a project decide. */
const settings = {
  name: requiredText(PROJECT_LIMITS.name),
  /** Markdown. */
  description: text(PROJECT_LIMITS.description),
  /** First and last day, both included, by the calendar of the place of each record. */
  start_on: Day,
  end_on: Day,
  /** In which the project begins and ends (IANA). */
  time_zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'time_zone' })),
  area: ProjectArea,
  /** Records of these taxa and all below them, and of these groups, count; without any, all do. */
  taxon_ids: z.array(TaxonId).check(z.maxLength(PROJECT_LIMITS.taxa, { error: 'too_many' })),
  groups: z.array(TaxonGroup).check(z.maxLength(20, { error: 'too_many' })),
  photo_required: z.boolean(),
  confirmed_only: z.boolean(),
  joining: ProjectJoining,
};

export const ProjectWrite = z
  .strictObject({
    ...settings,
    /** HH:MM in the time zone; null for the beginning of the first day and the end of the last one. Without them, they stay. */
    start_time: z.optional(z.nullable(Time)),
    end_time: z.optional(z.nullable(Time)),
    /** The projects that it gathers, each open to everyone and without others in it; without it, they stay. */
    parts: z.optional(z.array(Uuid).check(z.maxLength(PROJECT_LIMITS.parts, { error: 'too_many' }))),
    /** What a record needs in order to count, apart from a photo; without them, they stay. */
    required_fields: z.optional(z.array(RequiredField).check(z.maxLength(REQUIRED_FIELDS.length, { error: 'too_many' }))),
    max_uncertainty_m: z.optional(
      z.nullable(z.int().check(z.gte(1, { error: 'number' }), z.lte(PROJECT_LIMITS.uncertainty, { error: 'number' }))),
    ),
    /** Without it, they stay. */
    goals: z.optional(z.array(ProjectGoal).check(z.maxLength(PROJECT_LIMITS.goals, { error: 'too_many' }))),
    /** Participants and organisers who organise it from now on, the caller included; without it, they stay, and of a new project it is the caller. */
    organisers: z.optional(
      z.array(Uuid).check(z.minLength(1, { error: 'required' }), z.maxLength(PROJECT_LIMITS.organisers, { error: 'too_many' })),
    ),
  })
  .check(z.refine(hasOrder, { error: 'date_order', path: ['end_on'] }));
export type ProjectWrite = z.infer<typeof ProjectWrite>;

const ProjectPerson = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });

export const ListedProject = z.object({
  id: Uuid,
  name: z.string(),
  start_on: z.string(),
  end_on: z.string(),
  /** HH:MM in the time zone; null for the beginning of the first day and the end of the last one. */
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  time_zone: z.string(),
  state: ProjectState,
  is_cancelled: z.boolean(),
  joining: ProjectJoining,
  /** The countries of the area; null for the world. */
  countries: z.nullable(z.array(z.string())),
  groups: z.array(TaxonGroup),
  /** How many people take part. */
  people: z.int(),
  is_joined: z.boolean(),
  is_organiser: z.boolean(),
});
export type ListedProject = z.infer<typeof ListedProject>;

export const ProjectCounts = z.object({ records: z.int(), species: z.int(), confirmed: z.int() });
export type ProjectCounts = z.infer<typeof ProjectCounts>;
export const ProjectRank = z.extend(ProjectPerson, { ...ProjectCounts.shape, rank: z.int() });
export type ProjectRank = z.infer<typeof ProjectRank>;

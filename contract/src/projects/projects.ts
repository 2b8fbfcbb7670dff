import { z } from 'zod/mini';
import { isDay, isTimeZone } from '../dates.ts';
import { boundPositions, unwrapRings } from '@veld/geometry';
import { PlaceGeometry } from '../place-geometry.ts';
import { CountryCode, requiredText, TaxonGroup, TaxonId, text, Uuid } from '../vocabulary.ts';

/** Limits of what a project can have. Texts in UTF-16 code units, the area in degrees from edge to edge. */
export const PROJECT_LIMITS = {
  name: 80,
  description: 5_000,
  countries: 30,
  taxa: 50,
  organisers: 10,
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

const Day = z.string().check(z.refine(isDay, { error: 'date' }));

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
    /** Participants and organisers who organise it from now on, the caller included; without it, they stay, and of a new project it is the caller. */
    organisers: z.optional(
      z.array(Uuid).check(z.minLength(1, { error: 'required' }), z.maxLength(PROJECT_LIMITS.organisers, { error: 'too_many' })),
    ),
  })
  .check(z.refine(({ start_on, end_on }) => start_on <= end_on, { error: 'date_order', path: ['end_on'] }));
export type ProjectWrite = z.infer<typeof ProjectWrite>;

const ProjectPerson = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });

export const ListedProject = z.object({
  id: Uuid,
  name: z.string(),
  start_on: z.string(),
  end_on: z.string(),
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

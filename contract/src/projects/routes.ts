import { z } from 'zod/mini';
import { EmbedCell } from '../embeds.ts';
import { ListedObservation } from '../observations.ts';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { CountryFilter, Cursor, NumberText, text, Uuid } from '../vocabulary.ts';
import { ListedProject, ProjectArea, ProjectCounts, ProjectRank, ProjectState, ProjectWrite } from './projects.ts';

/** The secret in the link of a project. */
export const ProjectInvite = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, { error: 'invalid' }));

const params = z.object({ id: Uuid });

export const joinProject = route({
  method: 'PUT',
  path: '/api/projects/:id/membership',
  summary:
    'Take part in a project, with the secret of its link if it is joined by one; repeating the request changes nothing. Earlier records within its dates count',
  params,
  body: z.strictObject({ invite: z.optional(ProjectInvite) }),
  replies: { 204: null },
});

export const leaveProject = route({
  method: 'DELETE',
  path: '/api/projects/:id/membership',
  summary: 'No longer take part in a project; repeating the request changes nothing. The records stay, but no longer count for it',
  params,
  replies: { 204: null },
});

const Person = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });

export const Project = z.extend(ListedProject, {
  description: z.string(),
  area: ProjectArea,
  taxa: z.array(TaxonSummary),
  photo_required: z.boolean(),
  confirmed_only: z.boolean(),
  organisers: z.array(Person),
  counts: ProjectCounts,
  /** What the caller's records add; null for someone who does not take part. */
  own: z.nullable(ProjectCounts),
  /** The secret of the link, for those who take part in a project that is joined by it, and for its organisers. */
  invite: z.nullable(z.string()),
  version: z.int(),
});
export type Project = z.infer<typeof Project>;

const Id = z.object({ id: Uuid });
const Limit = z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100))));

export const listProjects = route({
  method: 'GET',
  path: '/api/projects',
  summary:
    'Projects in a state: running ones first to end first, planned ones first to begin first, finished ones latest first. Those joined by a link only for people who take part in or organise them',
  query: z.object({
    state: z.optional(ProjectState),
    /** With 1, only those that the caller takes part in or organises, latest first if no state is given. */
    mine: z.optional(z.enum(['0', '1'])),
    /** Only those whose area may lie in a country, worldwide ones included. */
    country: z.optional(CountryFilter),
    /** A part of the name. */
    name: z.optional(text(80)),
    cursor: z.optional(Cursor),
    limit: Limit,
  }),
  replies: { 200: z.object({ data: z.array(ListedProject), next_cursor: z.nullable(z.string()) }) },
});

export const getProject = route({
  method: 'GET',
  path: '/api/projects/:id',
  summary:
    'A project with its counts as of now. One that is joined by a link only for people who take part in or organise it, or have the link; else 404',
  params: Id,
  query: z.object({ invite: z.optional(ProjectInvite) }),
  replies: { 200: z.object({ data: Project }) },
});

export const putProject = route({
  method: 'PUT',
  path: '/api/projects/:id',
  summary:
    'Create a project; as organiser or admin, change it. The id is made on the device, and repeating the request changes nothing. 409 for a change of an older version, with the stored one as `current`; 404 for the id of a project that the caller cannot see',
  params: Id,
  headers: z.object({ 'if-match': z.optional(z.string().check(z.maxLength(40))) }),
  body: ProjectWrite,
  replies: { 200: z.object({ data: Project }) },
});

export const patchProject = route({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary:
    'As organiser or admin, cancel a project or take that back, remove a participant of one that is joined by a link, or renew the link. Removing renews it too; the former link opens nothing any more. Records stay what they are',
  params: Id,
  body: z.strictObject({ is_cancelled: z.optional(z.boolean()), removes: z.optional(Uuid), renews_link: z.optional(z.literal(true)) }),
  replies: { 200: z.object({ data: Project }) },
});

export const listProjectSpecies = route({
  method: 'GET',
  path: '/api/projects/:id/species',
  summary: 'The species of a project, most records first, at most 500',
  params: Id,
  replies: { 200: z.object({ data: z.array(z.object({ taxon: TaxonSummary, records: z.int() })) }) },
});

export const listProjectRecords = route({
  method: 'GET',
  path: '/api/projects/:id/observations',
  summary: 'Public projections of the records of a project, latest first, with their first photo and the beginning of their notes',
  params: Id,
  query: z.object({ cursor: z.optional(Cursor), limit: Limit }),
  replies: { 200: z.object({ data: z.array(ListedObservation), next_cursor: z.nullable(z.string()) }) },
});

export const listProjectPeople = route({
  method: 'GET',
  path: '/api/projects/:id/people',
  summary:
    'The first 100 participants by number of species, among those who opted in to the community and its leaderboards; with the rank of the caller',
  params: Id,
  replies: {
    200: z.object({
      data: z.array(ProjectRank),
      own: z.nullable(ProjectRank),
      /**
       * For the organisers of a project that is joined by a link: all participants, by name, at most 1,000. Those hidden by a block come
       * last, without a name, and can be removed like everybody else.
       */
      members: z.optional(z.array(Person)),
    }),
  },
});

export const getProjectMap = route({
  method: 'GET',
  path: '/api/projects/:id/map',
  summary: 'How many records of a project lie where, in at most 1,000 squares; those that hide their place by their grid cell',
  params: Id,
  replies: { 200: z.object({ data: z.array(EmbedCell) }) },
});

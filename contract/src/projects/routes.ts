import { z } from 'zod/mini';
import { EmbedCell } from '../embeds.ts';
import { ListedObservation } from '../observations.ts';
import { route } from '../route.ts';
import { RequiredField } from './needs.ts';
import { TaxonSummary } from '../taxa.ts';
import { CountryFilter, Cursor, NumberText, requiredText, text, Uuid } from '../vocabulary.ts';
import {
  ListedProject,
  PROJECT_LIMITS,
  ProjectArea,
  ProjectCounts,
  ProjectGoal,
  ProjectRank,
  ProjectState,
  ProjectWrite,
  UncountedReason,
} from './projects.ts';

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

/** What the outbox sends of the news; the rest is in `news.ts`. */
const newsParams = z.object({ id: Uuid, news: Uuid });

export const ProjectNewsWrite = z.strictObject({
  /** Markdown. */
  text: requiredText(PROJECT_LIMITS.news),
  /** Whether the participants are notified. */
  notifies: z.boolean(),
});
export type ProjectNewsWrite = z.infer<typeof ProjectNewsWrite>;

export const putProjectNews = route({
  method: 'PUT',
  path: '/api/projects/:id/news/:news',
  summary:
    'As organiser or admin, post news of a project, and notify its participants if wanted. The id is made on the device, and repeating the request changes nothing; 409 for an id in use otherwise, 422 for more than 10 in a day, or more than 3 that notify',
  params: newsParams,
  body: ProjectNewsWrite,
  replies: { 204: null },
});

export const deleteProjectNews = route({
  method: 'DELETE',
  path: '/api/projects/:id/news/:news',
  summary: 'As organiser or admin, remove news of a project; repeating the request changes nothing',
  params: newsParams,
  replies: { 204: null },
});

const Person = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });

export const Project = z.extend(ListedProject, {
  description: z.string(),
  area: ProjectArea,
  taxa: z.array(TaxonSummary),
  photo_required: z.boolean(),
  required_fields: z.array(RequiredField),
  max_uncertainty_m: z.nullable(z.int()),
  confirmed_only: z.boolean(),
  organisers: z.array(Person),
  /** The organiser who owns it; null if nobody does, or the caller does not see that person. */
  owner_id: z.nullable(Uuid),
  /** Whether the organisers removed the caller, who joins again only if they are invited. */
  is_removed: z.boolean(),
  counts: ProjectCounts,
  /** What the caller's records add; null for someone who does not take part. */
  own: z.nullable(ProjectCounts),
  /** The goals with what is reached. `taxon` is null for another kind, and for a taxon that is gone. */
  goals: z.array(z.object({ goal: ProjectGoal, taxon: z.nullable(TaxonSummary), value: z.int() })),
  /** The projects that it gathers, whose participants and records are in its figures, each once; empty for most. */
  parts: z.array(z.object({ id: Uuid, name: z.string() })),
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

export const ProjectPatch = z.strictObject({
  is_cancelled: z.optional(z.boolean()),
  /** Their records no longer count, and they join again only with a new link, or once they are readmitted. */
  removes: z.optional(Uuid),
  readmits: z.optional(Uuid),
  /** Who owns it from now on; for its owner and admins. */
  owner: z.optional(Uuid),
  renews_link: z.optional(z.literal(true)),
});
export type ProjectPatch = z.infer<typeof ProjectPatch>;

export const patchProject = route({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary:
    'As organiser or admin, cancel a project or take that back, remove a participant or readmit one, hand the project over to another organiser or participant, or renew the link. Removing renews it too; the former link opens nothing any more. Records stay what they are',
  params: Id,
  body: ProjectPatch,
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

export const listUncountedRecords = route({
  method: 'GET',
  path: '/api/projects/:id/uncounted',
  summary:
    'The caller’s own records of the days, area and taxa of a project that do not count for it, with the reasons: the latest 50 of the last 500 made in these days. Empty for someone who does not take part',
  params: Id,
  replies: {
    200: z.object({
      data: z.array(
        z.object({
          id: Uuid,
          taxon: z.nullable(TaxonSummary),
          verbatim_name: z.nullable(z.string()),
          observed_on: z.string(),
          reasons: z.array(UncountedReason),
        }),
      ),
    }),
  },
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
       * For organisers: all participants, by name, at most 1,000. Those hidden by a block come last, without a name, and can be removed
       * like everybody else.
       */
      members: z.optional(z.array(Person)),
      /** For organisers: who was removed, the last one first, at most 1,000. */
      removed: z.optional(z.array(Person)),
    }),
  },
});

/** What organisers do that the log of their project has. */
export const PROJECT_ACTIONS = [
  'created',
  'changed',
  'cancelled',
  'uncancelled',
  'link_renewed',
  'removed',
  'readmitted',
  'appointed',
  'dismissed',
  'handed_over',
] as const;
export const ProjectAction = z.enum(PROJECT_ACTIONS);
export type ProjectAction = z.infer<typeof ProjectAction>;

const LoggedPerson = z.object({ id: Uuid, name: z.string() });

export const listProjectLog = route({
  method: 'GET',
  path: '/api/projects/:id/log',
  summary:
    'As organiser or admin, what the organisers of a project did, the last 100 acts, latest first. Names of people hidden by a block are empty',
  params: Id,
  replies: {
    200: z.object({
      data: z.array(z.object({ action: ProjectAction, user: LoggedPerson, other: z.nullable(LoggedPerson), at: z.string() })),
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

import { z } from 'zod/mini';
import { route } from '../route.ts';

/** What has a public page, as its address in the API names it (docs/decisions/0081-public-pages.md). */
export const PAGE_KINDS = ['observations', 'species', 'projects', 'people', 'places'] as const;
export const PageKind = z.enum(PAGE_KINDS);
export type PageKind = z.infer<typeof PageKind>;

const nullableText = z.nullable(z.string());

const PageEntry = z.object({
  text: z.string(),
  /** Whether the text is a scientific name. */
  is_scientific: z.optional(z.boolean()),
  detail: nullableText,
  /** The page of this server that it leads to. */
  path: nullableText,
});
export type PageEntry = z.infer<typeof PageEntry>;

/** What the public page of something shows to everyone: the server writes it into the document, and the app shows it to visitors. */
export const PageContent = z.object({
  kind: PageKind,
  /** Of the page, which is that of the screen in the app. */
  path: z.string(),
  title: z.string(),
  scientific_name: nullableText,
  /** One or two sentences for lists of results and previews. */
  description: z.string(),
  /** The first is that of the preview. */
  pictures: z.array(
    z.object({
      /** Up to 512 pixels wide and high. */
      url: z.string(),
      /** Up to 1600; null if there is none. */
      large_url: nullableText,
      /** In pixels; null if unknown. */
      width: z.nullable(z.int()),
      height: z.nullable(z.int()),
      alt: z.string(),
      credit: nullableText,
    }),
  ),
  facts: z.array(z.object({ label: z.string(), value: z.string(), path: nullableText })),
  /** What somebody wrote, as paragraphs. */
  text: z.string(),
  lists: z.array(z.object({ title: z.string(), entries: z.array(PageEntry) })),
  /** The public place: a point, or the middle of the cell that it lies in. */
  map: z.nullable(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      /** In metres. */
      uncertainty_m: z.nullable(z.number()),
      is_cell: z.boolean(),
    }),
  ),
  license: z.nullable(z.object({ name: z.string(), url: z.string() })),
  citation: nullableText,
});
export type PageContent = z.infer<typeof PageContent>;

export const getVisitorPage = route({
  method: 'GET',
  path: '/api/visitors/pages/:kind/:id',
  summary: 'What the public page of a record, species, project, person or place shows to everyone',
  params: z.object({ kind: PageKind, id: z.string().check(z.maxLength(60)) }),
  replies: { 200: z.object({ data: PageContent }) },
});

export const VisitorSettings = z.object({
  /** Whether visitors without an account may look around (docs/decisions/0052-browsing-without-an-account.md). */
  allows_browsing: z.boolean(),
  /** Whether search engines may list the public pages. */
  allows_indexing: z.boolean(),
});
export type VisitorSettings = z.infer<typeof VisitorSettings>;

export const getVisitorSettings = route({
  method: 'GET',
  path: '/api/visitors/settings',
  summary: 'As admin, what visitors without an account may see',
  replies: {
    200: z.object({
      data: z.extend(VisitorSettings, {
        /** Whether an admin has chosen. */
        is_chosen: z.boolean(),
        /** Whether ALLOW_BROWSING decides about visitors, so that it cannot be chosen here. */
        is_fixed: z.boolean(),
      }),
    }),
  },
});

export const putVisitorSettings = route({
  method: 'PUT',
  path: '/api/visitors/settings',
  summary: 'As admin, choose what visitors without an account may see; repeating the request changes nothing',
  body: z.strictObject(VisitorSettings.shape),
  replies: { 204: null },
});

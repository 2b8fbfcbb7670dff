import { z } from 'zod/mini';
import { route } from './route.ts';
import { Language, requiredText, Uuid } from './vocabulary.ts';

/** The parts of the list of articles, in its order. */
export const ARTICLE_GROUPS = ['start', 'photos', 'recording'] as const;
export const ArticleGroup = z.enum(ARTICLE_GROUPS);
export type ArticleGroup = z.infer<typeof ArticleGroup>;

/** Limits in UTF-16 code units. */
export const ARTICLE_LIMITS = { title: 120, summary: 500, text: 50_000 } as const;

/** The name of an article in addresses. `new` is the address at which one is written. */
export const ArticleSlug = z.string().check(
  z.maxLength(60),
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  z.refine((value) => value !== 'new'),
);

/** What an article says in one language. `text` is Markdown without the title and the summary. */
const ArticleText = z.object({ title: z.string(), summary: z.string(), text: z.string() });
export type ArticleText = z.infer<typeof ArticleText>;
const WrittenText = z.object({
  title: requiredText(ARTICLE_LIMITS.title),
  summary: requiredText(ARTICLE_LIMITS.summary),
  text: requiredText(ARTICLE_LIMITS.text),
});

export const ListedArticle = z.object({
  slug: z.string(),
  group: ArticleGroup,
  order: z.int(),
  title: z.string(),
  summary: z.string(),
  /** The language of the texts: another one if the article does not have the wanted one. */
  language: Language,
  /** Null for a text that came with Veld. */
  updated_at: z.nullable(z.string()),
  /** Only curators get hidden articles. */
  is_hidden: z.boolean(),
});
export type ListedArticle = z.infer<typeof ListedArticle>;

export const Article = z.extend(ListedArticle, {
  text: z.string(),
  /** The languages it has. */
  languages: z.array(Language),
  /** The revision it shows; null for a text that came with Veld. */
  revision: z.nullable(Uuid),
});
export type Article = z.infer<typeof Article>;

const ArticleRevision = z.extend(ArticleText, {
  id: Uuid,
  /** From 1. */
  number: z.int(),
  user_name: z.string(),
  created_at: z.string(),
  /** The number of the revision it repeats; 0 for the text that came with Veld. */
  restored: z.nullable(z.int()),
});
export type ArticleRevision = z.infer<typeof ArticleRevision>;

/** The language of the request if absent. */
const Wanted = z.object({ language: z.optional(Language) });

export const listArticles = route({
  method: 'GET',
  path: '/api/articles',
  summary: 'The articles in a language, or in English or another one where they lack it. Hidden ones only for curators',
  query: Wanted,
  replies: { 200: z.object({ data: z.array(ListedArticle) }) },
});

export const getArticle = route({
  method: 'GET',
  path: '/api/articles/:slug',
  summary: 'One article in a language, or in English or another one if it lacks it',
  params: z.object({ slug: ArticleSlug }),
  query: Wanted,
  replies: { 200: z.object({ data: Article }) },
});

export const listArticleRevisions = route({
  method: 'GET',
  path: '/api/articles/:slug/revisions',
  summary: 'The last 100 revisions of an article in a language, newest first, and the text that came with Veld',
  params: z.object({ slug: ArticleSlug }),
  query: z.object({ language: Language }),
  replies: { 200: z.object({ data: z.array(ArticleRevision), starter: z.nullable(ArticleText) }) },
});

/** The revision that the new one is based on, null for none. A 409 has the newest one as `current`. */
const Base = z.nullable(Uuid);

export const putArticleRevision = route({
  method: 'PUT',
  path: '/api/articles/:slug/revisions/:id',
  summary: 'Save a text of an article; the id is made on the device, and repeating the request changes nothing',
  params: z.object({ slug: ArticleSlug, id: Uuid }),
  body: z.strictObject({
    language: Language,
    base: Base,
    ...WrittenText.shape,
    /** Creates the article in this group; 409 if it exists. */
    create_in: z.optional(ArticleGroup),
  }),
  replies: { 200: z.object({ data: ArticleRevision }) },
});

export const restoreArticleRevision = route({
  method: 'POST',
  path: '/api/articles/:slug/restore',
  summary: 'Repeat an earlier text of an article as a new revision; repeating the request changes nothing',
  params: z.object({ slug: ArticleSlug }),
  body: z.strictObject({
    id: Uuid,
    language: Language,
    base: Base,
    /** Null for the text that came with Veld. */
    revision: z.nullable(Uuid),
  }),
  replies: { 200: z.object({ data: ArticleRevision }) },
});

/** The articles that the body lacks, such as new ones, come after those in it. */
export const putArticleOrder = route({
  method: 'PUT',
  path: '/api/articles/groups/:group/order',
  summary: 'Put the articles of a group in this order; repeating the request changes nothing',
  params: z.object({ group: ArticleGroup }),
  body: z.strictObject({ slugs: z.array(ArticleSlug).check(z.minLength(1), z.maxLength(200)) }),
  replies: { 204: null },
});

export const patchArticle = route({
  method: 'PATCH',
  path: '/api/articles/:slug',
  summary: 'Hide an article from everyone but curators, or show it again',
  params: z.object({ slug: ArticleSlug }),
  body: z.strictObject({ is_hidden: z.boolean() }),
  replies: { 200: z.object({ data: z.object({ slug: z.string(), is_hidden: z.boolean() }) }) },
});

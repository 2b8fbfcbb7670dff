import { Article, ARTICLE_GROUPS, Language, ListedArticle } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting, validElements } from './device-setting';

/** The articles that a person has read are kept on the device, each in the language in which it was read last. */

const KeptArticle = z.object({ article: Article, fetched_at: z.number() });
export type KeptArticle = z.infer<typeof KeptArticle>;

const PREFIX = 'article:';
const articleSetting = (slug: string) => deviceSetting(PREFIX + slug, z.catch(z.nullable(KeptArticle), null));

/** The list as it was fetched last; null before the first time. */
export const keptList = deviceSetting(
  'articles',
  z.catch(z.nullable(z.object({ language: Language, fetched_at: z.number(), articles: validElements(ListedArticle) })), null),
);

/** Null if it was not read on this device. Live queries observe it. */
export async function keptArticle(database: UserDatabase, slug: string): Promise<KeptArticle | null> {
  return articleSetting(slug).read(database);
}

export async function keepArticle(database: UserDatabase, article: Article, now: number): Promise<void> {
  await articleSetting(article.slug).update(database, () => ({ article, fetched_at: now }));
}

export async function forgetArticle(database: UserDatabase, slug: string): Promise<void> {
  await articleSetting(slug).update(database, () => null);
}

/** The articles that can be read without a connection. Live queries observe it. */
export async function keptSlugs(database: UserDatabase): Promise<Set<string>> {
  const keys = await database.read(() => database.settings.where('key').startsWith(PREFIX).primaryKeys());
  return new Set(keys.map((key) => key.slice(PREFIX.length)));
}

/** An article that a curator is writing. */
const ArticleDraft = z.object({
  title: z.string(),
  summary: z.string(),
  text: z.string(),
  /** The revision it started from; null for none. */
  base: z.nullable(z.string()),
  /** The id of the revision that was last sent with exactly this text; null if it has changed since. */
  sent_as: z.nullable(z.string()),
  /** Only of an article that does not exist yet. */
  slug: z.string(),
  group: z.enum(ARTICLE_GROUPS),
});
export type ArticleDraft = z.infer<typeof ArticleDraft>;

/** The draft of an article in a language. `new` is the article that does not exist yet. */
export const articleDraft = (slug: string, language: Language) =>
  deviceSetting(`article_draft:${slug}:${language}`, z.catch(z.nullable(ArticleDraft), null));

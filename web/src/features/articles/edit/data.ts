import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ArticleRevision,
  type ArticleText,
  getArticle,
  type Language,
  listArticleRevisions,
  patchArticle,
  putArticleRevision,
  restoreArticleRevision,
} from '@veld/contract';
import { z } from 'zod/mini';
import { api } from '../../../local/app/veld';
import { newId } from '../../../local/db/ids';
import { type ArticleDraft, articleDraft, keptArticle } from '../../../local/device/articles';
import { CallError, currentDatabase } from '../../../shared/session/session';
import { ARTICLE_LIST, articleKey } from '../data';

/** The slug of an article that does not exist yet, in addresses and drafts. */
export const NEW = 'new';

export interface History {
  revisions: readonly ArticleRevision[];
  /** The text that came with Veld. */
  starter: ArticleText | null;
}

const EMPTY: History = { revisions: [], starter: null };
const historyKey = (slug: string, language: Language) => ['article-revisions', slug, language];

/** The revisions of an article in a language, newest first. */
export function useHistory(slug: string, language: Language) {
  return useQuery({
    queryKey: historyKey(slug, language),
    queryFn: async ({ signal }): Promise<History> => {
      if (slug === NEW) return EMPTY;
      const { data, starter } = await api.call(listArticleRevisions, { params: { slug }, query: { language } }, { signal });
      return { revisions: data, starter };
    },
    staleTime: 0,
  });
}

/** Fetches again what has changed with an article. */
export function useRefreshArticle(slug: string, language: Language): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [historyKey(slug, language), articleKey(slug), ARTICLE_LIST].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}

/** The text to begin with: the draft on this device, else the newest revision, else the text that came with Veld. */
export async function startingDraft(slug: string, language: Language, history: History | undefined): Promise<StartingDraft> {
  const database = currentDatabase();
  const stored = await articleDraft(slug, language).read(database);
  if (stored) return { draft: stored, isStored: true };
  if (history) {
    const [newest] = history.revisions;
    return { draft: draftOf(newest ?? history.starter, newest?.id ?? null), isStored: false };
  }
  // Without a connection, from the article as it was read.
  const kept = await keptArticle(database, slug);
  if (kept?.article.language !== language) return null;
  return { draft: draftOf(kept.article, kept.article.revision), isStored: false };
}

/** Null if the device has nothing to begin with. */
export type StartingDraft = { draft: ArticleDraft; isStored: boolean } | null;

function draftOf(from: ArticleText | null, base: string | null): ArticleDraft {
  const { title = '', summary = '', text = '' } = from ?? {};
  return { title, summary, text, base, sent_as: null, slug: '', group: 'recording' };
}

/** The English text, to translate from. */
export async function englishText(slug: string): Promise<ArticleText> {
  return (await api.call(getArticle, { params: { slug }, query: { language: 'en' } })).data;
}

export async function sendRevision(slug: string, language: Language, id: string, draft: ArticleDraft): Promise<ArticleRevision> {
  const { title, summary, text, base, group } = draft;
  const isNew = slug === NEW;
  const body = { language, base, title: title.trim(), summary: summary.trim(), text, ...(isNew && { create_in: group }) };
  return (await api.call(putArticleRevision, { params: { slug: isNew ? draft.slug : slug, id }, body })).data;
}

export async function restoreRevision(slug: string, language: Language, base: string | null, revision: string | null): Promise<void> {
  await api.call(restoreArticleRevision, { params: { slug }, body: { id: newId(), language, base, revision } });
}

export async function setHidden(slug: string, isHidden: boolean): Promise<void> {
  await api.call(patchArticle, { params: { slug }, body: { is_hidden: isHidden } });
}

const Current = z.object({
  current: z.nullable(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      summary: z.string(),
      text: z.string(),
      user_name: z.string(),
      created_at: z.string(),
    }),
  ),
});
export type Newer = NonNullable<z.infer<typeof Current>['current']>;

/** The revision that somebody saved in the meantime; null if the failure is another one. */
export function newerRevision(error: unknown): Newer | null {
  if (!(error instanceof CallError) || error.code !== 'conflict') return null;
  const parsed = z.safeParse(Current, error.problem);
  return parsed.success ? parsed.data.current : null;
}

export const isConflict = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict';

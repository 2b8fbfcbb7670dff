import { useQuery } from '@tanstack/react-query';
import { getArticle, Language, listArticles, type ListedArticle, type TaxonGroup } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { api } from '../../local/app/veld';
import type { UserDatabase } from '../../local/db/database';
import { forgetArticle, keepArticle, keptArticle, type KeptArticle, keptList, keptSlugs } from '../../local/device/articles';
import { CallError, currentDatabase, useLanguage } from '../../shared/session/session';

export const ARTICLE_LIST = ['articles'];
export const articleKey = (slug: string) => ['article', slug];
const STALE_MS = 60_000;

export function articleAddress(slug: string): string {
  return `/knowledge/articles/${slug}`;
}

export interface ArticleList {
  articles: readonly ListedArticle[];
  /** Those that can be read without a connection. */
  kept: ReadonlySet<string>;
}

/** The articles as this device knows them, refreshed when there is a connection; undefined while loading, null if it has none. */
export function useArticles(): { list: ArticleList | null | undefined; error: Error | null; retry: () => void } {
  const database = currentDatabase();
  const language = useLanguage();
  const { error, isPending, refetch } = useQuery({
    queryKey: [...ARTICLE_LIST, language],
    queryFn: ({ signal }) => fetchList(database, language, signal),
    staleTime: STALE_MS,
  });
  const list = useLiveQuery(async () => {
    const [stored, kept] = await Promise.all([keptList.read(database), keptSlugs(database)]);
    return stored && { articles: stored.articles, kept };
  }, [database]);
  return { list: list === null && isPending ? undefined : list, error, retry: () => void refetch() };
}

async function storeList(database: UserDatabase, language: Language, signal?: AbortSignal): Promise<ListedArticle[]> {
  const { data } = await api.call(listArticles, { query: { language } }, signal && { signal });
  await keptList.update(database, () => ({ language, fetched_at: Date.now(), articles: data }));
  return data;
}

async function fetchList(database: UserDatabase, language: Language, signal: AbortSignal): Promise<number> {
  return (await storeList(database, language, signal)).length;
}

/** An article as it is on this device, refreshed when there is a connection. */
export function useArticle(slug: string): {
  /** Undefined while loading, null if this device does not have it. */
  kept: KeptArticle | null | undefined;
  /** Whether the server has no such article. */
  isMissing: boolean;
  error: Error | null;
  retry: () => void;
} {
  const database = currentDatabase();
  const language = useLanguage();
  const { error, isPending, refetch } = useQuery({
    queryKey: [...articleKey(slug), language],
    queryFn: ({ signal }) => fetchArticle(database, slug, language, signal),
    staleTime: STALE_MS,
    retry: (count, failure) => count < 1 && !isNotFound(failure),
  });
  const kept = useLiveQuery(() => keptArticle(database, slug), [database, slug]);
  const isMissing = isNotFound(error);
  return { kept: kept === null && isPending ? undefined : kept, isMissing, error: isMissing ? null : error, retry: () => void refetch() };
}

/** Stores the article on the device. One that the server no longer shows is removed from it. */
async function fetchArticle(database: UserDatabase, slug: string, language: Language, signal?: AbortSignal): Promise<string> {
  try {
    const { data } = await api.call(getArticle, { params: { slug }, query: { language } }, signal && { signal });
    await keepArticle(database, data, Date.now());
    return data.slug;
  } catch (error) {
    if (isNotFound(error)) await forgetArticle(database, slug);
    throw error;
  }
}

/** Fetches the articles that everyone may read and stores them on the device, the list too. Keeps those it has if that fails. */
export async function keepArticles(language: string): Promise<void> {
  const database = currentDatabase();
  const wanted = Language.parse(language);
  for (const { slug, is_hidden } of await storeList(database, wanted)) {
    if (is_hidden) continue;
    await fetchArticle(database, slug, wanted).catch((error: unknown) => {
      // A curator has hidden it meanwhile.
      if (!isNotFound(error)) throw error;
    });
  }
}

const isNotFound = (error: unknown) => error instanceof CallError && error.code === 'not_found';

/** The article about photographing each group so that it can be identified. */
const PHOTO_ARTICLES: Record<TaxonGroup, string> = {
  bird: 'photos-birds-mammals',
  mammal: 'photos-birds-mammals',
  amphibian: 'photos-reptiles-amphibians-fish',
  reptile: 'photos-reptiles-amphibians-fish',
  fish: 'photos-reptiles-amphibians-fish',
  butterfly: 'photos-insects',
  dragonfly: 'photos-insects',
  insect: 'photos-insects',
  spider: 'photos-insects',
  mollusc: 'photos-shore-and-molluscs',
  plant: 'photos-plants',
  tree: 'photos-plants',
  fern: 'photos-plants',
  moss: 'photos-plants',
  fungus: 'photos-fungi',
  lichen: 'photos-fungi',
  other: 'photos-shore-and-molluscs',
};

/** The slug of that article; null if the list on this device does not have it, because a curator has hidden it. */
export function usePhotoArticle(group: TaxonGroup): string | null {
  const database = currentDatabase();
  const slug = PHOTO_ARTICLES[group];
  const isListed = useLiveQuery(async () => {
    const list = await keptList.read(database);
    return list === null || list.articles.some((article) => article.slug === slug && !article.is_hidden);
  }, [database, slug]);
  return isListed ? slug : null;
}

import { type ArticleGroup, type ListedArticle, putArticleOrder } from '@veld/contract';
import { api } from '../../local/app/veld';
import { keptList } from '../../local/device/articles';
import { currentDatabase } from '../../shared/session/session';

/** The list with an article moved by one place within its group; null if it is at the end already. */
export function moved(articles: readonly ListedArticle[], slug: string, by: 1 | -1): ListedArticle[] | null {
  const { group } = articles.find((one) => one.slug === slug) ?? {};
  const places = articles.flatMap((one, at) => (one.group === group ? [at] : []));
  const from = places.findIndex((at) => articles[at]!.slug === slug);
  const [here, there] = [places[from], places[from + by]];
  if (here === undefined || there === undefined) return null;
  const next = [...articles];
  [next[here], next[there]] = [articles[there]!, articles[here]!];
  return next;
}

/** Moves an article for everyone. It is shown at once, and put back if the server refuses. */
export async function moveArticle(articles: readonly ListedArticle[], group: ArticleGroup, slug: string, by: 1 | -1): Promise<void> {
  const next = moved(articles, slug, by);
  if (!next) return;
  const show = (list: readonly ListedArticle[]) => keptList.update(currentDatabase(), (kept) => kept && { ...kept, articles: [...list] });
  await show(next);
  const slugs = next.filter((one) => one.group === group).map((one) => one.slug);
  try {
    await api.call(putArticleOrder, { params: { group }, body: { slugs } });
  } catch (error) {
    await show(articles);
    throw error;
  }
}

import { type Article, type ArticleRevision, type Language, LANGUAGES, type ListedArticle } from '@veld/contract';
import type { FullText, Heading, StoredArticle } from './library.ts';
import type { NamedRevision } from './store.ts';

/** An article in the wanted language, else in English, else in the first one it has. */
export function presentListed(article: StoredArticle<Heading>, wanted: Language): ListedArticle {
  const [language, { title, summary, updatedAt }] = textFor(article, wanted);
  return {
    slug: article.slug,
    group: article.group,
    order: article.order,
    title,
    summary,
    language,
    updated_at: updatedAt?.toISOString() ?? null,
    is_hidden: article.isHidden,
  };
}

export function presentArticle(article: StoredArticle<FullText>, wanted: Language): Article {
  const [, { text, revision }] = textFor(article, wanted);
  const languages = LANGUAGES.filter((language) => article.texts.has(language));
  return { ...presentListed(article, wanted), text, languages, revision };
}

/** The language in which an article is shown, with its text in it. */
export function textFor<Text extends Heading>({ texts }: StoredArticle<Text>, wanted: Language): [Language, Text] {
  const language = [wanted, ...LANGUAGES].find((one) => texts.has(one))!;
  return [language, texts.get(language)!];
}

export function presentRevision(row: NamedRevision): ArticleRevision {
  const { id, number, title, summary, text, user_name, restored } = row;
  return { id, number, title, summary, text, user_name, created_at: row.created_at.toISOString(), restored };
}

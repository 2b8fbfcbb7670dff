import type { ArticleGroup, ArticleText, Language } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import { readStarterArticles, type StarterArticle } from './starter.ts';
import { type ArticleRow, findArticleRow, listArticleRows, listNewest, listNewestHeadings } from './store.ts';

/** A text without the article's own words. */
export interface Heading {
  title: string;
  summary: string;
  /** Null for the text that came with Veld. */
  revision: string | null;
  updatedAt: Date | null;
}

export interface StoredArticle<Text extends Heading> {
  slug: string;
  group: ArticleGroup;
  order: number;
  isHidden: boolean;
  texts: Map<Language, Text>;
}

export type FullText = Heading & ArticleText;

/** The articles: what curators wrote, and what came with Veld where they wrote nothing. */
export interface Library {
  list(on: Db): Promise<StoredArticle<Heading>[]>;
  find(on: Db | Tx, slug: string): Promise<StoredArticle<FullText> | null>;
  /** The text that came with Veld. */
  starter(slug: string, language: Language): Promise<ArticleText | null>;
}

/** After those that came with Veld. */
export const ORDER_OF_NEW = 1000;

export function articleLibrary(folder?: string): Library {
  let read: Promise<Map<string, StarterArticle>> | null = null;
  const starters = () => {
    read ??= readStarterArticles(folder);
    // The next request reads the files again.
    read.catch(() => (read = null));
    return read;
  };

  return {
    async list(on) {
      const known = await starters();
      const [rows, headings] = [await listArticleRows(on), await listNewestHeadings(on)];
      const rowOf = new Map(rows.map((row) => [row.slug, row]));
      const written = Map.groupBy(headings, ({ slug }) => slug);
      const slugs = new Set([...known.keys(), ...rowOf.keys()]);
      return [...slugs]
        .map((slug) => combine(slug, known.get(slug), rowOf.get(slug), textsOf(known.get(slug), written.get(slug) ?? [], headingOf)))
        .filter(({ texts }) => texts.size > 0)
        .toSorted((one, other) => one.order - other.order || (one.slug < other.slug ? -1 : 1));
    },
    async find(on, slug) {
      const starter = (await starters()).get(slug);
      const [row, written] = [await findArticleRow(on, slug), await listNewest(on, slug)];
      const article = combine(slug, starter, row, textsOf(starter, written, fullTextOf));
      return article.texts.size > 0 ? article : null;
    },
    async starter(slug, language) {
      return (await starters()).get(slug)?.texts.get(language) ?? null;
    },
  };
}

function combine<Text extends Heading>(
  slug: string,
  starter: StarterArticle | undefined,
  row: ArticleRow | undefined,
  texts: Map<Language, Text>,
): StoredArticle<Text> {
  return {
    slug,
    group: starter?.group ?? row?.article_group ?? 'recording',
    order: row?.placed_order ?? starter?.order ?? row?.list_order ?? ORDER_OF_NEW,
    isHidden: row?.is_hidden ?? false,
    texts,
  };
}

type Source<Extra> = Omit<ArticleText, 'text'> & Extra & { id?: string; created_at?: Date };

function textsOf<Extra, Text extends Heading>(
  starter: { texts: Map<Language, ArticleText> } | undefined,
  written: readonly (Source<Extra> & { language: Language })[],
  textOf: (source: Source<Extra> | ArticleText) => Text,
): Map<Language, Text> {
  const texts = new Map<Language, Text>();
  for (const [language, text] of starter?.texts ?? []) texts.set(language, textOf(text));
  for (const row of written) texts.set(row.language, textOf(row));
  return texts;
}

function headingOf({ title, summary, ...row }: Source<object>): Heading {
  return { title, summary, revision: row.id ?? null, updatedAt: row.created_at ?? null };
}

function fullTextOf(row: Source<{ text: string }>): FullText {
  return { ...headingOf(row), text: row.text };
}

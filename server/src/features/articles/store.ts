import type { ArticleGroup, ArticleText, Language } from '@veld/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

export type ArticleRow = Selectable<Tables['articles']>;
/** An article without the place that curators gave it. */
export type UnplacedArticle = Omit<ArticleRow, 'placed_order'>;
export type RevisionRow = Selectable<Tables['article_revisions']>;
/** The newest revision of an article in a language, without its text. */
export type NewestHeading = Pick<RevisionRow, 'slug' | 'language' | 'id' | 'title' | 'summary' | 'created_at'>;

export async function listArticleRows(on: Db | Tx): Promise<ArticleRow[]> {
  return on.selectFrom('articles').selectAll().execute();
}

export async function findArticleRow(on: Db | Tx, slug: string): Promise<ArticleRow | undefined> {
  return on.selectFrom('articles').selectAll().where('slug', '=', slug).executeTakeFirst();
}

export async function listNewestHeadings(on: Db | Tx): Promise<NewestHeading[]> {
  return on
    .selectFrom('article_revisions')
    .distinctOn(['slug', 'language'])
    .select(['slug', 'language', 'id', 'title', 'summary', 'created_at'])
    .orderBy('slug')
    .orderBy('language')
    .orderBy('number', 'desc')
    .execute();
}

/** The newest revision of an article in each language. */
export async function listNewest(on: Db | Tx, slug: string): Promise<RevisionRow[]> {
  return on
    .selectFrom('article_revisions')
    .distinctOn('language')
    .selectAll()
    .where('slug', '=', slug)
    .orderBy('language')
    .orderBy('number', 'desc')
    .execute();
}

/** The texts of revisions by their ids. */
export async function findTexts(on: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await on.selectFrom('article_revisions').select(['id', 'text']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

export type NamedRevision = RevisionRow & { user_name: string };

const named = (on: Db | Tx) =>
  on
    .selectFrom('article_revisions as revision')
    .innerJoin('users', 'users.id', 'revision.user_id')
    .selectAll('revision')
    .select('users.name as user_name');

/** Newest first. */
export async function listRevisions(on: Db | Tx, slug: string, language: Language, limit: number): Promise<NamedRevision[]> {
  return named(on).where('slug', '=', slug).where('language', '=', language).orderBy('number', 'desc').limit(limit).execute();
}

export async function findRevision(on: Db | Tx, id: string): Promise<NamedRevision | undefined> {
  return named(on).where('revision.id', '=', id).executeTakeFirst();
}

export type NewRevision = ArticleText & Pick<RevisionRow, 'id' | 'slug' | 'language' | 'number' | 'restored' | 'user_id' | 'created_at'>;

/** Does nothing if the id or the number is in use. */
export async function insertRevision(tx: Tx, row: NewRevision): Promise<void> {
  await tx
    .insertInto('article_revisions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False if there is one with this slug. */
export async function insertArticle(tx: Tx, slug: string, group: ArticleGroup, order: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('articles')
    .values({ slug, article_group: group, list_order: order, is_hidden: false })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** `group` and `order` are stored only if there is no row yet. */
export async function setHidden(on: Db | Tx, { slug, article_group, list_order, is_hidden }: UnplacedArticle): Promise<void> {
  await sql`
    insert into articles (slug, article_group, list_order, is_hidden) values (${slug}, ${article_group}, ${list_order}, ${is_hidden})
    on conflict (slug) do update set is_hidden = excluded.is_hidden
  `.execute(on);
}

/** Places articles in the given order. What else is stored of an article stays. */
export async function placeArticles(on: Db | Tx, articles: readonly UnplacedArticle[]): Promise<void> {
  const rows = articles.map((article, at) => ({ ...article, placed_order: at }));
  await sql`
    insert into articles (slug, article_group, list_order, is_hidden, placed_order)
    select slug, article_group, list_order, is_hidden, placed_order from json_to_recordset(${JSON.stringify(rows)}::json)
      as placed (slug text, article_group text, list_order integer, is_hidden boolean, placed_order integer)
    on conflict (slug) do update set placed_order = excluded.placed_order
  `.execute(on);
}

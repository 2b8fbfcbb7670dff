import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, idWithoutObject, plain, type World } from '../../testing/cases.ts';
import type { articles as feature } from './feature.ts';

/** The slug and the first revision of an article of anna's, or those of none. */
async function anArticle({ veld, anna }: World, id: string, isStored: boolean): Promise<string> {
  const slug = `a${id}`;
  if (!isStored) return slug;
  const row = { slug, article_group: 'start' as const, list_order: 1, is_hidden: false };
  await veld.db
    .insertInto('articles')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const texts = { title: 'Moths', summary: 'At night', text: 'With a lamp.' };
  await veld.db
    .insertInto('article_revisions')
    .values({ id, slug, language: 'en', number: 1, ...texts, user_id: anna.user.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return slug;
}

const ONE_ARTICLE = randomUUID();

const articles: Case = {
  states: ['open', 'missing', 'malformed'],
  make: async (world, state) => (state === 'malformed' ? 'Not a slug' : anArticle(world, randomUUID(), state === 'open')),
};

const ofArticle = (end: string, body?: (base: string) => unknown): Case => ({
  ...articles,
  request: (_world, slug) => ({ path: `/api/articles/${encodeURIComponent(slug)}${end}`, body: body?.(slug.slice(1)) }),
});

const articleText = { language: 'en', base: null, title: 'Moths', summary: 'At night', text: 'With a lamp.', create_in: 'start' };

export const cases: CasesOf<typeof feature> = {
  'GET /api/articles': plain,
  // Always the same one, because the answers are compared.
  'GET /api/articles/:slug': {
    ...ofArticle(''),
    make: async (world, state) => (state === 'open' ? anArticle(world, ONE_ARTICLE, true) : articles.make!(world, state)),
  },
  'GET /api/articles/:slug/revisions': ofArticle('/revisions?language=en'),
  'PUT /api/articles/:slug/revisions/:id': {
    states: ['open', 'missing', 'malformed'],
    async make(world, state) {
      const id = idWithoutObject(state) ?? randomUUID();
      if (state === 'open') await anArticle(world, id, true);
      return id;
    },
    request: (_world, id) => ({ path: `/api/articles/a${id}/revisions/${id}`, body: articleText }),
  },
  'POST /api/articles/:slug/restore': ofArticle('/restore', (revision) => ({ id: randomUUID(), language: 'en', base: revision, revision })),
  'PUT /api/articles/groups/:group/order': {
    request: () => ({ path: '/api/articles/groups/start/order', body: { slugs: ['identifying-carefully', 'first-steps'] } }),
  },
  'PATCH /api/articles/:slug': ofArticle('', () => ({ is_hidden: true })),
};

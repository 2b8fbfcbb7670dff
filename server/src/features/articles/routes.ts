import {
  getArticle,
  listArticleRevisions,
  listArticles,
  patchArticle,
  putArticleOrder,
  putArticleRevision,
  restoreArticleRevision,
} from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { contentTag, hasTag } from '../../http/etag.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { JsonText, serve, type Access } from '../../http/serve.ts';
import type { Library } from './library.ts';
import { presentArticle, presentListed, presentRevision } from './present.ts';
import { saveRevision } from './save.ts';
import { findRevision, listRevisions, placeArticles, setHidden } from './store.ts';
import { type Caller, maybeLoggedIn, withRole } from '../accounts/access.ts';

/** Limit of the revisions that are listed. */
const MAX_LISTED = 100;

/** Articles in Markdown. */
export function registerArticles(app: FastifyInstance, context: Context, library: Library): void {
  const { db } = context;
  const reader = articleReader(context);
  const curator = articleCurator(context);

  serve(
    app,
    listArticles,
    reader,
    async ({ query, language, caller, request, reply }) => {
      const articles = (await library.list(db)).filter(({ isHidden }) => !isHidden || seesHidden(caller));
      return sendTagged(request, reply, { data: articles.map((article) => presentListed(article, query.language ?? language)) });
    },
    { isConditional: true },
  );

  serve(
    app,
    getArticle,
    reader,
    async ({ params, query, language, caller, request, reply }) => {
      const article = await library.find(db, params.slug);
      if (!article || (article.isHidden && !seesHidden(caller))) throw new Fault('not_found');
      return sendTagged(request, reply, { data: presentArticle(article, query.language ?? language) });
    },
    { isConditional: true },
  );

  serve(app, listArticleRevisions, curator, async ({ params, query }) => {
    if (!(await library.find(db, params.slug))) throw new Fault('not_found');
    const rows = await listRevisions(db, params.slug, query.language, MAX_LISTED);
    return { data: rows.map(presentRevision), starter: await library.starter(params.slug, query.language) };
  });

  serve(
    app,
    putArticleRevision,
    curator,
    async ({ params, body, caller }) => {
      const { language, base, title, summary, text, create_in: createIn } = body;
      const saving = { ...params, language, base, createIn, userId: caller.userId, now: context.now() };
      const write = () => Promise.resolve({ title: title.trim(), summary: summary.trim(), text, restored: null });
      return { data: presentRevision(await inTransaction(db, (tx) => saveRevision(tx, library, saving, write))) };
    },
    { problems: ['conflict'] },
  );

  serve(
    app,
    restoreArticleRevision,
    curator,
    async ({ params, body, caller }) => {
      const { id, language, base, revision } = body;
      const saving = { id, slug: params.slug, language, base, userId: caller.userId, now: context.now() };
      const row = await inTransaction(db, (tx) =>
        saveRevision(tx, library, saving, async () => {
          if (revision === null) {
            const starter = await library.starter(params.slug, language);
            if (!starter) throw new Fault('not_found');
            return { ...starter, restored: 0 };
          }
          const earlier = await findRevision(tx, revision);
          if (earlier?.slug !== params.slug || earlier.language !== language) throw new Fault('not_found');
          return { title: earlier.title, summary: earlier.summary, text: earlier.text, restored: earlier.number };
        }),
      );
      return { data: presentRevision(row) };
    },
    { problems: ['conflict'] },
  );

  serve(app, putArticleOrder, curator, async ({ params: { group }, body: { slugs } }) => {
    const all = (await library.list(db)).filter((article) => article.group === group);
    const known = new Map(all.map((article) => [article.slug, article]));
    const chosen = slugs.flatMap((slug) => known.get(slug) ?? []);
    if (chosen.length < slugs.length || new Set(slugs).size < slugs.length) throw invalid('slugs', 'invalid');
    const rest = all.filter(({ slug }) => !slugs.includes(slug));
    const placed = [...chosen, ...rest];
    await placeArticles(
      db,
      placed.map(({ slug, order, isHidden }) => ({ slug, article_group: group, list_order: order, is_hidden: isHidden })),
    );
    return undefined;
  });

  serve(app, patchArticle, curator, async ({ params: { slug }, body: { is_hidden } }) => {
    const article = await library.find(db, slug);
    if (!article) throw new Fault('not_found');
    await setHidden(db, { slug, article_group: article.group, list_order: article.order, is_hidden });
    return { data: { slug, is_hidden } };
  });
}

/** Sends a body with an ETag, or 304 if the caller has it already. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown): JsonText | FastifyReply {
  const text = JSON.stringify(body);
  const etag = `W/"${contentTag(text)}"`;
  const before = reply.getHeader('vary');
  const vary = [...(before ? [String(before)] : []), 'accept-language', 'authorization'].join(', ');
  void reply.header('etag', etag).header('vary', vary).header('cache-control', 'no-cache');
  return hasTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : new JsonText(text);
}

/** Articles require a login, unless the instance lets visitors look around. */
function articleReader(context: Context): Access<Caller | null> {
  const access = maybeLoggedIn(context);
  return async (request) => {
    const caller = await access(request);
    if (!caller && !(await context.browsing.isOpen())) throw new Fault('not_logged_in');
    return caller;
  };
}

/** Writing, restoring and hiding articles requires a curator. */
function articleCurator(context: Context): Access<Caller> {
  return withRole(context, 'curator');
}

/** Whether the reader gets hidden articles. */
function seesHidden(caller: Caller | null): boolean {
  return caller !== null && (caller.roles.includes('curator') || caller.roles.includes('admin'));
}

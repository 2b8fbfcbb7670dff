import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Language } from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { contentTag, hasTag } from '../../http/etag.ts';
import { Fault } from '../../http/fault.ts';
import { negotiateLanguage } from '../../http/language.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { keepBytes } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { publicUrl } from '../../mail/outbox.ts';
import { NOBODY } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';
import { writeDocument } from './document.ts';
import { makePreviews } from './previews.ts';

/** Without a build of the app, such as in tests. */
const BARE = '<!doctype html><html lang="en"><head><meta charset="utf-8" /></head><body><div id="root"></div></body></html>';

/** Documents and previews may be kept for a minute on the way. */
const KEPT = 'public, max-age=60';

/**
 * Registers the document and the preview picture of each kind of page. A request for a document has no session, so everybody gets that of
 * visitors; the app in it then shows people what they may see. Where there is nothing for visitors, the document is the app alone.
 */
export async function registerDocuments(app: FastifyInstance, context: Context, pages: readonly PublicPage[]): Promise<void> {
  const { WEB_DIR } = context.config;
  const shell = WEB_DIR ? await readFile(join(WEB_DIR, 'index.html'), 'utf8') : BARE;
  const count = minuteLimit(context.config.LIMIT_BROWSING, context.now);
  const previewOf = makePreviews(context);

  const sendApp = (reply: FastifyReply, status = 200) =>
    reply.code(status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(shell);

  for (const page of pages) {
    const ask = asking(context, page, count);

    app.get(page.path, { schema: { hide: true } }, async (request, reply) => {
      const asked = await ask(request);
      if (asked.state === 'app') return sendApp(reply);
      if (asked.state === 'limited') return sendApp(reply.header('retry-after', String(asked.retryAfter)), 429);
      const { isIndexed } = await context.browsing.current();
      if (!isIndexed) void reply.header('x-robots-tag', 'noindex');
      if (asked.state !== 'found') return sendApp(reply, asked.state === 'gone' ? 410 : 404);
      const { language, hasLanguage, document } = asked;
      const address = publicUrl(context) + document.content.path;
      const text = writeDocument(shell, document, { language, address, hasLanguage, isIndexed });
      const etag = `W/"${contentTag(text)}"`;
      void reply.header('content-language', language).header('etag', etag).header('cache-control', KEPT).header('vary', 'accept-language');
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(text);
    });

    app.get(`${page.path}/preview.jpg`, { schema: { hide: true } }, async (request, reply) => {
      const asked = await ask(request);
      if (asked.state === 'limited') throw new Fault('too_many_requests', { retryAfter: asked.retryAfter });
      if (asked.state !== 'found') throw new Fault(asked.state === 'gone' ? 'gone' : 'not_found');
      const { language, document } = asked;
      const preview = previewOf(document, readNetwork(request));
      const etag = `"${preview.etag}"`;
      void reply.header('content-language', language).header('etag', etag).header('cache-control', KEPT).header('vary', 'accept-language');
      // Other websites show it beside their link.
      void reply.header('cross-origin-resource-policy', 'cross-origin');
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply
        .type('image/jpeg')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .serializer(keepBytes)
        .send(await preview.draw());
    });
  }
}

type Asked =
  | { state: 'app' | 'missing' | 'gone' }
  | { state: 'limited'; retryAfter: number }
  | { state: 'found'; language: Language; hasLanguage: boolean; document: FoundDocument };
type FoundDocument = Exclude<Awaited<ReturnType<PublicPage['find']>>, 'gone' | null>;

/** Finds what a request may see: `app` where it is not about a page, or where visitors may see nothing. */
function asking(context: Context, page: PublicPage, count: (network: string) => void): (request: FastifyRequest) => Promise<Asked> {
  return async (request) => {
    const { id } = request.params as { id: string };
    if (!page.isId(id) || !(await context.browsing.isOpen())) return { state: 'app' };
    try {
      count(readNetwork(request));
    } catch (error) {
      if (error instanceof Fault && error.details.retryAfter) return { state: 'limited', retryAfter: error.details.retryAfter };
      throw error;
    }
    const chosen = Language.safeParse((request.query as { lang?: unknown }).lang);
    const language = chosen.success ? chosen.data : negotiateLanguage(request.headers['accept-language']);
    const document = await page.find(context, id, { userId: NOBODY, language });
    if (document === null) return { state: 'missing' };
    return document === 'gone' ? { state: 'gone' } : { state: 'found', language, hasLanguage: chosen.success, document };
  };
}

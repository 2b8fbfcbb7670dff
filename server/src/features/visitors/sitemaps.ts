import type { PageKind } from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/open.ts';
import { findServerState, setServerState } from '../../db/server-state.ts';
import type { Context } from '../../http/context.ts';
import { FairQueue } from '../../http/fair-queue.ts';
import { Fault } from '../../http/fault.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { publicUrl } from '../../mail/outbox.ts';
import { readNetwork } from '../accounts/limits.ts';

/** The most that one file may list (sitemaps.org). */
const MAX_LISTED = 50_000;
/** Files of one kind: more would be a file of their own list that is too long. */
const MAX_FILES = 5_000;
const KEPT = 'public, max-age=3600';
/** Writing one takes about half a second. */
const LIMITS = { running: 1, runningOfOne: 1, waiting: 20, waitingOfOne: 3, maxWaitMs: 20_000 };

/** Where the files after the first one of each kind begin: after these ids. */
type Starts = Partial<Record<PageKind, string[]>>;
const KEY = 'sitemaps';

/**
 * robots.txt, and the lists of public pages for search engines where an administrator lets them. They list what is public, and listed for
 * strangers; records by id, so that neither their order nor their place in a file says when they were made.
 */
export function registerSitemaps(app: FastifyInstance, context: Context, all: readonly PublicPage[]): void {
  const pages = all.filter((page): page is ListedPage => page.list !== undefined);
  const count = minuteLimit(context.config.LIMIT_BROWSING, context.now);
  const queue = new FairQueue(LIMITS);
  context.jobs.add({ name: 'sitemaps', cron: '47 2 * * *', isAtStart: true, timeLimit: 3600, run: () => findStarts(context, pages) });

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    const { isOpen, isIndexed } = await context.browsing.current();
    const home = publicUrl(context);
    // What may not be listed says so itself: links to it still have a preview, which those who make one ask this file for.
    const rules = isOpen
      ? ['Disallow: /api/', 'Allow: /api/media/', 'Allow: /api/taxon/', 'Allow: /api/community/portraits/']
      : ['Disallow: /'];
    const lines = ['User-agent: *', ...rules, ...(isOpen && isIndexed ? ['', `Sitemap: ${home}/sitemap.xml`] : [])];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', KEPT)
      .send(`${lines.join('\n')}\n`);
  });

  const admit = async (request: FastifyRequest) => {
    const { isOpen, isIndexed } = await context.browsing.current();
    if (!isOpen || !isIndexed) throw new Fault('not_found');
    count(readNetwork(request));
  };

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    await admit(request);
    const starts = await readStarts(context.readDb);
    const files = pages.flatMap(({ kind }) => [null, ...(starts[kind] ?? [])].map((_, at) => `/sitemap-${kind}-${at + 1}.xml`));
    const entries = files.map((path) => `<sitemap><loc>${publicUrl(context)}${path}</loc></sitemap>`);
    return sendXml(reply, `<sitemapindex xmlns="${SITEMAP}">\n${entries.join('\n')}\n</sitemapindex>`);
  });

  app.get('/sitemap-:kind-:file.xml', { schema: { hide: true } }, async (request, reply) => {
    await admit(request);
    const { kind, file } = request.params as { kind: string; file: string };
    const page = pages.find((one) => one.kind === kind);
    const number = /^[1-9]\d{0,3}$/.test(file) ? Number(file) : 0;
    const starts = page ? [null, ...((await readStarts(context.readDb))[page.kind] ?? [])] : [];
    const after = starts[number - 1];
    if (!page || after === undefined) throw new Fault('not_found');
    const before = starts[number];
    const entries = await queue.run(readNetwork(request), () => page.list(context, { after, limit: MAX_LISTED }));
    const shown = before === undefined ? entries : entries.filter(({ id }) => !isAfter(page.kind, id, before!));
    const home = publicUrl(context);
    const urls = shown.map(({ id, changedOn }) => {
      const day = changedOn === null ? '' : `<lastmod>${changedOn}</lastmod>`;
      return `<url><loc>${home}${page.path.replace(':id', id)}</loc>${day}</url>`;
    });
    return sendXml(reply, `<urlset xmlns="${SITEMAP}">\n${urls.join('\n')}\n</urlset>`);
  });
}

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';

type ListedPage = PublicPage & Required<Pick<PublicPage, 'list'>>;

function sendXml(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', KEPT)
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`);
}

/** The order of ids in a list: of taxa by number, of others as PostgreSQL compares them. */
function isAfter(kind: PageKind, id: string, other: string): boolean {
  return kind === 'species' ? Number(id) > Number(other) : id > other;
}

async function readStarts(db: Db): Promise<Starts> {
  const stored = await findServerState(db, KEY);
  return stored === undefined ? {} : (JSON.parse(stored) as Starts);
}

/** Goes through all pages once a day: what comes in between is listed at the end of its file if there is room, or from the next day. */
export async function findStarts(context: Context, pages: readonly ListedPage[], most = MAX_LISTED): Promise<void> {
  const starts: Starts = {};
  if (!(await context.browsing.current()).isIndexed) return;
  for (const { kind, list } of pages) {
    const found: string[] = [];
    for (let after: string | null = null; found.length < MAX_FILES;) {
      const entries = await list(context, { after, limit: most });
      const last = entries.at(-1);
      if (!last || entries.length < most) break;
      found.push(last.id);
      after = last.id;
    }
    starts[kind] = found;
  }
  await setServerState(context.db, KEY, JSON.stringify(starts));
}

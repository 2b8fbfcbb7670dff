import {
  checkTaxonomyUpdates,
  getTaxonomy,
  LANGUAGES,
  type Language,
  listTaxonDescriptions,
  listTaxonDistinctions,
  logTaxonomy,
  NAME_LANGUAGES,
  type NameLanguage,
  isOneOf,
  type BodyOf,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { FairQueue, type QueueLimits } from '../../http/fair-queue.ts';
import { serve } from '../../http/serve.ts';
import { readNetwork } from '../accounts/limits.ts';
import { taxonomyReader } from './access.ts';
import { type Bytes, sendBytes } from './bytes.ts';
import { taxonDescriptions, taxonDistinctions } from './texts.ts';
import { registerTaxonImages } from './image-routes.ts';
import { registerImports } from './import/routes.ts';
import { taxonomyPages } from './pages.ts';
import { registerPictures, type TextSize } from './pictures.ts';
import { loadStarter } from './starter.ts';
import type { CachedState } from './state.ts';
import { updateChecks } from './updates.ts';
import { growingCache } from '../../lru.ts';

/** The default does not depend on the caller, because the URL alone must determine a page. */
const DEFAULT_LANGUAGES: readonly NameLanguage[] = ['en', 'sci'];

/**
 * What has to be built for devices, which need no login to ask for it, waits instead of taking the connections of everybody: each build
 * takes one, and a processor to compress. Network addresses take turns. The wait is longer than that of a device, so that what it asked
 * for is built for its next try.
 */
const BUILDS: QueueLimits = { running: 2, runningOfOne: 1, waiting: 5_000, waitingOfOne: 500, maxWaitMs: 60_000 };

export interface TaxaPieces {
  /** The size of the articles, which devices keep with the texts of a country. */
  articles: TextSize;
  /** The version of the taxonomy, which later features change too. */
  taxonomy: CachedState;
}

/** Loads the starter taxonomy if its tables changed, then registers the routes. */
export async function registerTaxa(app: FastifyInstance, context: Context, { articles, taxonomy: state }: TaxaPieces): Promise<void> {
  await loadStarter(context);
  const builds = new FairQueue(BUILDS);
  const pages = taxonomyPages(context, state, builds);
  const checkUpdates = updateChecks(context, state, builds);
  const log = deviceLog(context);
  const descriptions = taxonDescriptions(context, state);
  const distinctions = taxonDistinctions(context, state);

  serve(
    app,
    getTaxonomy,
    taxonomyReader,
    async ({ query, language, request, reply }) => {
      if (query.page === undefined) {
        const requested = query.languages?.find((entry) => isOneOf(LANGUAGES, entry));
        void reply.header('cache-control', 'no-cache');
        return sendBytes(request, reply, await pages.names(requested ?? language, readNetwork(request)), { vary: ['accept-language'] });
      }
      const result = await pages.page({
        page: query.page,
        languages: query.languages ?? DEFAULT_LANGUAGES,
        country: query.country_code ?? null,
        since: query.since,
        version: query.version,
        from: readNetwork(request),
      });
      if ('cancelled' in result) return result.cancelled;
      void reply.header('cache-control', result.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      return sendBytes(request, reply, result.bytes);
    },
    { isConditional: true },
  );

  serve(app, checkTaxonomyUpdates, taxonomyReader, async ({ query, request }) => {
    const isCountry = query.is_country_update === '1' || query.is_country_update === 'true';
    return {
      data: await checkUpdates({
        isCountry,
        country: query.country ?? null,
        languages: query.languages === undefined ? DEFAULT_LANGUAGES : knownLanguages(query.languages),
        count: isCountry ? query.country_count : query.global_count,
        since: isCountry ? (query.country_since ?? query.since) : query.since,
        from: readNetwork(request),
      }),
    };
  });

  serve(
    app,
    listTaxonDescriptions,
    taxonomyReader,
    async ({ language, request, reply }) => {
      void reply.header('cache-control', 'no-cache');
      return sendBytes(request, reply, await descriptions(language), { vary: ['accept-language'] });
    },
    { isConditional: true },
  );

  serve(
    app,
    listTaxonDistinctions,
    taxonomyReader,
    async ({ language, request, reply }) => {
      void reply.header('cache-control', 'no-cache');
      return sendBytes(request, reply, await distinctions(language), { vary: ['accept-language'] });
    },
    { isConditional: true },
  );

  serve(app, logTaxonomy, taxonomyReader, ({ body, request }) => {
    log(request.ip, body);
    return undefined;
  });

  registerTaxonImages(app, context);
  const sizeOf =
    (texts: (language: Language) => Promise<Bytes>): TextSize =>
    async (language) =>
      (await texts(language)).br.length;
  registerPictures(app, context, [sizeOf(descriptions), sizeOf(distinctions), articles]);
  await registerImports(app, context, state);
}

function knownLanguages(list: string): NameLanguage[] {
  return NAME_LANGUAGES.filter((language) => list.split(',').includes(language));
}

const HOUR_MS = 3_600_000;
const LINES_PER_HOUR = 60;
/** Number of addresses in the LRU cache. */
const MAX_ADDRESSES = 10_000;

/** Log messages by the code that a device reports (decision 0021). */
const MESSAGES: Record<BodyOf<typeof logTaxonomy>['code'], string> = {
  running_twice: 'taxonomy update running twice',
  cancelled_by_server: 'taxonomy update cancelled by the server',
  total_mismatch: 'taxonomy update: total mismatch',
  data_missing: 'taxonomy update: data missing, try again later',
  too_many_errors: 'taxonomy update: too many errors',
};

/** Returns a function that logs why a device stopped an update, without personal data; at most 60 lines per hour and address. */
function deviceLog(context: Pick<Context, 'log' | 'now'>): (address: string, report: BodyOf<typeof logTaxonomy>) => void {
  const counters = growingCache<string, { until: number; lines: number }>(MAX_ADDRESSES);
  return (address, { code, type, page, total }) => {
    const now = context.now().getTime();
    let counter = counters.get(address);
    if (!counter || counter.until <= now) counters.set(address, (counter = { until: now + HOUR_MS, lines: 0 }));
    counter.lines += 1;
    if (counter.lines > LINES_PER_HOUR) return;
    context.log.warn({ taxonomy: { code, type, page, total } }, MESSAGES[code]);
  };
}

import {
  checkTaxonomyUpdates,
  getTaxonomy,
  getTaxonomyLocation,
  LANGUAGES,
  type Language,
  logTaxonomy,
  NAME_LANGUAGES,
  type NameLanguage,
} from '@veld/contract';
import { iso1A2Code } from '@rapideditor/country-coder';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { taxonomyReader } from './access.ts';
import { sendBytes } from './bytes.ts';
import { deviceLog } from './device-log.ts';
import { registerTaxonImages } from './image-routes.ts';
import { registerImports } from './import/routes.ts';
import { taxonomyPages } from './pages.ts';
import { loadStarter } from './starter.ts';
import { cachedState } from './state.ts';
import { listLikely } from './store.ts';
import { updateChecks } from './updates.ts';

/** The default does not depend on the caller, because the URL alone must determine a page. */
const DEFAULT_LANGUAGES: readonly NameLanguage[] = ['en', 'sci'];
const MAX_LIKELY = 500;

/** Loads the starter taxonomy if its tables changed, then registers the routes. */
export async function registerTaxa(app: FastifyInstance, context: Context): Promise<void> {
  await loadStarter(context);
  const state = cachedState(context);
  const pages = taxonomyPages(context, state);
  const checkUpdates = updateChecks(context, state);
  const log = deviceLog(context);

  serve(
    app,
    getTaxonomy,
    taxonomyReader,
    async ({ query, language, request, reply }) => {
      if (query.page === undefined) {
        const requested = query.languages?.find((entry): entry is Language => (LANGUAGES as readonly string[]).includes(entry));
        void reply.header('cache-control', 'no-cache');
        return sendBytes(request, reply, await pages.names(requested ?? language), ['accept-language']);
      }
      const result = await pages.page({
        page: query.page,
        languages: query.languages ?? DEFAULT_LANGUAGES,
        country: query.country_code ?? null,
        since: query.since,
        version: query.version,
      });
      if ('cancelled' in result) return result.cancelled;
      void reply.header('cache-control', result.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      return sendBytes(request, reply, result.bytes);
    },
    { isConditional: true },
  );

  serve(app, checkTaxonomyUpdates, taxonomyReader, async ({ query }) => {
    const isCountry = query.is_country_update === '1' || query.is_country_update === 'true';
    return {
      data: await checkUpdates({
        isCountry,
        country: query.country ?? null,
        languages: query.languages === undefined ? DEFAULT_LANGUAGES : knownLanguages(query.languages),
        count: isCountry ? query.country_count : query.global_count,
        since: isCountry ? (query.country_since ?? query.since) : query.since,
      }),
    };
  });

  serve(app, getTaxonomyLocation, taxonomyReader, async ({ query, language }) => {
    const country = iso1A2Code([query.longitude, query.latitude], { level: 'country' });
    if (!country) return { data: { country_code: null, label: null, likely: [] } };
    const label = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
    return { data: { country_code: country, label, likely: await listLikely(context.readDb, country, MAX_LIKELY) } };
  });

  serve(app, logTaxonomy, taxonomyReader, ({ body, request }) => {
    log(request.ip, body);
    return undefined;
  });

  registerTaxonImages(app, context, state);
  await registerImports(app, context, state);
}

function knownLanguages(list: string): NameLanguage[] {
  return NAME_LANGUAGES.filter((language) => list.split(',').includes(language));
}

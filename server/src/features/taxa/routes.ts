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
import { everybody } from './access.ts';
import { sendBytes } from './bytes.ts';
import { deviceLog } from './device-log.ts';
import { registerTaxonImages } from './image-routes.ts';
import { registerImports } from './import/routes.ts';
import { taxonomyPages } from './pages.ts';
import { loadStarter } from './starter.ts';
import { knownState } from './state.ts';
import { listLikely } from './store.ts';
import { updateChecks } from './updates.ts';

/** The default for name languages is fixed, because the address alone must determine a page. */
const DEFAULT_LANGUAGES: readonly NameLanguage[] = ['en', 'sci'];
const LIKELY = 500;

/** Loads the starter taxonomy if its tables changed, then registers the routes. */
export async function registerTaxa(app: FastifyInstance, context: Context): Promise<void> {
  await loadStarter(context);
  const state = knownState(context);
  const pages = taxonomyPages(context, state);
  const checkUpdates = updateChecks(context, state);
  const log = deviceLog(context);

  serve(app, getTaxonomy, everybody, async ({ query, language, request, reply }) => {
    if (query.page === undefined) {
      const asked = query.languages?.find((entry): entry is Language => (LANGUAGES as readonly string[]).includes(entry));
      void reply.header('cache-control', 'no-cache');
      return sendBytes(request, reply, await pages.names(asked ?? language), ['accept-language']);
    }
    const answer = await pages.page({
      page: query.page,
      languages: query.languages ?? DEFAULT_LANGUAGES,
      country: query.country_code ?? null,
      since: query.since,
      version: query.version,
    });
    if ('cancelled' in answer) return answer.cancelled;
    void reply.header('cache-control', answer.isForEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    return sendBytes(request, reply, answer.bytes);
  });

  serve(app, checkTaxonomyUpdates, everybody, async ({ query }) => {
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

  serve(app, getTaxonomyLocation, everybody, async ({ query, language }) => {
    const country = iso1A2Code([query.longitude, query.latitude], { level: 'country' });
    if (!country) return { data: { country_code: null, label: null, likely: [] } };
    const label = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
    return { data: { country_code: country, label, likely: await listLikely(context.readDb, country, LIKELY) } };
  });

  serve(app, logTaxonomy, everybody, ({ body, request }) => {
    log(request.ip, body);
    return undefined;
  });

  registerTaxonImages(app, context, state);
  await registerImports(app, context, state);
}

function knownLanguages(list: string): NameLanguage[] {
  return NAME_LANGUAGES.filter((language) => list.split(',').includes(language));
}

import { FREQUENCY_PACK_TYPE, getFrequencies, getTaxonomyLocation, todayIn } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { findCountry } from '../observations/country.ts';
import { sendBytes } from '../taxa/bytes.ts';
import { listLikely } from '../taxa/store.ts';
import { loggedIn } from '../accounts/access.ts';
import { taxonomyReader } from '../taxa/access.ts';
import { registerBuild } from './build.ts';
import { frequencyPacks } from './packs.ts';

const MAX_LIKELY = 500;

export function registerFrequencies(app: FastifyInstance, context: Context): void {
  registerBuild(context);
  const packs = frequencyPacks(context);

  serve(
    app,
    getFrequencies,
    loggedIn(context),
    async ({ params, query, request, reply }) => {
      void reply.header('cache-control', 'private, no-cache');
      return sendBytes(request, reply, await packs.bytes(params.country, query.since), { type: FREQUENCY_PACK_TYPE });
    },
    { isConditional: true },
  );

  serve(app, getTaxonomyLocation, taxonomyReader, async ({ query, language }) => {
    const country = findCountry(query.latitude, query.longitude);
    if (!country) return { data: { country_code: null, label: null, likely: [] } };
    const label = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
    // Species that were found at this time of year, then the others of the country by their status.
    const found = (await packs.index(country))?.likely(query, todayIn('UTC', context.now()))?.species ?? [];
    const likely = new Set([...found.map(({ taxon_id }) => taxon_id), ...(await listLikely(context.readDb, country, MAX_LIKELY))]);
    return { data: { country_code: country, label, likely: [...likely].slice(0, MAX_LIKELY) } };
  });
}

import { getWeather, type JourneyWeather, WEATHER_FIELDS } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../http/context.ts';
import { type GuardedFetch, guardedFetcher } from '../../../http/guarded-fetch.ts';
import { serve } from '../../../http/serve.ts';
import { minuteLimit } from '../../../http/write-limit.ts';
import { loggedIn } from '../../accounts/access.ts';
import { askOpenMeteo } from './open-meteo.ts';
import { toError } from '../../../thrown.ts';

const HOUR_MS = 3_600_000;
/** After a failure, the source is left alone for this long. */
const FAILURE_MS = 60_000;

/** The weather now, from the source of the operator (decision 0058). */
export function registerWeather(app: FastifyInstance, context: Context): void {
  const { config, now } = context;
  const fetch = guardedFetcher({ userAgent: `Veld/${config.VERSION}` });
  const weatherAt = weatherSource(context, fetch);
  const count = minuteLimit(config.LIMIT_WEATHER, now);

  serve(
    app,
    getWeather,
    loggedIn(context),
    async ({ query: { latitude, longitude }, caller }) => {
      const source = config.WEATHER_API_URL ? config.WEATHER_SOURCE : null;
      if (source === null || latitude === undefined || longitude === undefined) return { data: { source, weather: null } };
      count(caller.userId);
      return { data: { source, weather: await weatherAt(latitude, longitude) } };
    },
    { problems: ['too_many_requests'] },
  );
}

/** Asks the source once for each cell of 0.1 degrees and hour. Null if it has no weather, or cannot be reached. */
function weatherSource({ config, now, log }: Context, fetch: GuardedFetch) {
  const cache = new LRUCache<string, { weather: JourneyWeather | null }, { latitude: number; longitude: number }>({
    max: 5000,
    ttl: HOUR_MS,
    async fetchMethod(_key, _stale, { context: place, options }) {
      try {
        const { values, time } = await askOpenMeteo(fetch, config.WEATHER_API_URL!, { ...place, now: now() });
        const fields = WEATHER_FIELDS.filter((field) => values[field] !== null);
        if (fields.length === 0) return { weather: null };
        return { weather: { ...values, source: { name: config.WEATHER_SOURCE, time: time.toISOString(), fields } } };
      } catch (error) {
        log.warn({ reason: toError(error).message }, 'weather source failed');
        options.ttl = FAILURE_MS;
        return { weather: null };
      }
    },
  });
  return async (exactLatitude: number, exactLongitude: number): Promise<JourneyWeather | null> => {
    const place = { latitude: roundedToCell(exactLatitude), longitude: roundedToCell(exactLongitude) };
    const hour = Math.floor(now().getTime() / HOUR_MS);
    return (await cache.forceFetch(`${place.latitude} ${place.longitude} ${hour}`, { context: place })).weather;
  };
}

/** About 11 km from north to south: as precise as the weather needs. The source learns no more. */
function roundedToCell(degrees: number): number {
  return Math.round(degrees * 10) / 10 || 0;
}

import type { CandidateSource } from '@veld/contract';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../http/context.ts';
import type { GuardedFetch } from '../../../http/guarded-fetch.ts';
import { commons } from './commons.ts';
import { inaturalist } from './inaturalist.ts';
import { type FoundImages, type ImageSource, spaced } from './source.ts';
import { toError } from '../../../thrown.ts';

const CACHE_MS = 600_000;
const NONCOMMERCIAL = 'cc0,cc-by,cc-by-sa,cc-by-nc,cc-by-nc-sa';

/** The result of asking a source. */
export type Asked = FoundImages & { source: CandidateSource; state: 'ok' | 'failed' | 'off' };

const NOTHING: FoundImages = { images: [], hasMore: false };

/** The other sites that the operator has switched on. */
export function imageSources({ config, log }: Pick<Context, 'config' | 'log'>, fetch: GuardedFetch) {
  const sources: ImageSource[] = [];
  if (config.COMMONS_API_URL) sources.push(commons(spaced(fetch, config.LIMIT_IMAGE_SITE), config.COMMONS_API_URL));
  if (config.INATURALIST_API_URL)
    sources.push(
      inaturalist(
        spaced(fetch, config.LIMIT_IMAGE_SITE),
        config.INATURALIST_API_URL,
        config.IMAGES_NONCOMMERCIAL ? NONCOMMERCIAL : undefined,
      ),
    );
  const cache = new LRUCache<string, FoundImages>({ max: 500, ttl: CACHE_MS });
  return {
    get: (name: string): ImageSource | null => sources.find((source) => source.name === name) ?? null,
    /**
     * Asks a source for images of a name. A source that is down does not fail the request. `count` is called if the answer is not known yet, and
     * may throw.
     */
    async ask(name: 'commons' | 'inaturalist', scientificName: string, page: number, count: () => void): Promise<Asked> {
      const source = sources.find((one) => one.name === name);
      if (!source) return { source: name, state: 'off', ...NOTHING };
      const key = `${name} ${page} ${scientificName}`;
      const known = cache.get(key);
      if (known) return { source: name, state: 'ok', ...known };
      count();
      try {
        const found = await source.search(scientificName, page);
        cache.set(key, found);
        return { source: name, state: 'ok', ...found };
      } catch (error) {
        log.warn({ source: name, reason: toError(error).message }, 'source of images failed');
        return { source: name, state: 'failed', ...NOTHING };
      }
    },
  };
}
export type ImageSources = ReturnType<typeof imageSources>;

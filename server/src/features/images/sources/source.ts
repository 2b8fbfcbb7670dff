import { setTimeout as sleep } from 'node:timers/promises';
import type { IMAGE_QUALITIES } from '@veld/contract';
import { type Fetched, FetchRefused, type GuardedFetch } from '../../../http/guarded-fetch.ts';

/** An image that another site offers. */
export interface FoundImage {
  /** Identifies it at its site; `find` takes it. */
  id: string;
  author: string;
  /** A code of `parseImageLicense`, or the site's own words for another licence. */
  license: string;
  licenseUrl: string | null;
  /** The page that describes it. */
  pageUrl: string;
  /** A small picture, and the largest that is worth fetching. */
  previewUrl: string;
  fileUrl: string;
  width: number | null;
  height: number | null;
  /** Whether the site names exactly the taxon that was searched for. */
  isExact: boolean;
  quality: (typeof IMAGE_QUALITIES)[number] | null;
}

export interface FoundImages {
  images: FoundImage[];
  hasMore: boolean;
}

/** A site that has images of species under open licences. Its answers are untrusted. Both functions throw `FetchRefused`. */
export interface ImageSource {
  name: 'commons' | 'inaturalist';
  /** The origin of its API, as the operator configured it. */
  origin: string;
  /** Images of a scientific name; `page` starts at 1. */
  search(scientificName: string, page: number): Promise<FoundImages>;
  find(id: string): Promise<FoundImage | null>;
}

export const SOURCE_PAGE = 30;
const MAX_ANSWER_BYTES = 4_000_000;
const TIME_LIMIT_MS = 8000;

/** How long a request waits for those before it. */
const MAX_WAIT_MS = 10_000;

/**
 * Asks a site at most so often in a minute, with equal pauses, whoever asks; in each server process separately. Refuses a request that would
 * wait for too long.
 */
export function spaced(fetch: GuardedFetch, perMinute: number): GuardedFetch {
  const pauseMs = 60_000 / perMinute;
  let free = 0;
  return async (url, options) => {
    const now = performance.now();
    const start = Math.max(now, free);
    if (start - now > MAX_WAIT_MS) throw new FetchRefused('unreachable', 'too many requests are waiting');
    free = start + pauseMs;
    if (start > now) await sleep(start - now);
    return fetch(url, options);
  };
}

/** An answer of a site's API, as JSON of unknown shape. */
export async function askSite(fetch: GuardedFetch, api: URL): Promise<unknown> {
  const answer = await fetch(api.href, {
    maxBytes: MAX_ANSWER_BYTES,
    timeLimitMs: TIME_LIMIT_MS,
    trustedOrigin: api.origin,
    accept: 'application/json',
  });
  return readJson(answer);
}

function readJson({ status, bytes }: Fetched): unknown {
  if (status !== 200) throw new FetchRefused('unreachable', `status ${status}`);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new FetchRefused('unreachable', 'no JSON');
  }
}

/** An address that can be shown as a link; null for anything else. */
export function webAddress(value: string | undefined): string | null {
  if (value === undefined || value.length > 2000) return null;
  const url = URL.canParse(value, 'https://localhost') ? new URL(value, 'https://localhost') : null;
  return url && /^https?:$/.test(url.protocol) && url.hostname !== 'localhost' ? url.href : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Control characters, and those that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The text of a piece of HTML from another site, on one line and at most `max` characters long. The result is text, not HTML. */
export function plainText(html: string, max: number): string {
  const text = html
    .slice(0, 20_000)
    .replaceAll(/<(script|style)\b[^>]*>[^]*?(<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]+);/gi, (whole, name: string) => entity(name.toLowerCase()) ?? whole)
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`.toWellFormed();
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

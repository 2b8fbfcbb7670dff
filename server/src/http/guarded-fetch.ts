import { lookup as lookupWithSystem } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { toError } from '../thrown.ts';

/**
 * Why something was not fetched. `address`: it is not a public http or https address, or leads to one that is not. `unreachable`: no
 * complete answer in time. `too_large`: more bytes than wanted.
 */
export class FetchRefused extends Error {
  readonly reason: 'address' | 'unreachable' | 'too_large';

  constructor(reason: FetchRefused['reason'], message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

export interface Fetched {
  status: number;
  /** In lower case, without parameters; empty if the answer has none. */
  type: string;
  bytes: Buffer;
}

export interface GuardedOptions {
  maxBytes: number;
  /** For all redirects together. */
  timeLimitMs: number;
  /** An origin that the operator configured, which may be on a private network. Redirects from it to other origins are guarded. */
  trustedOrigin?: string;
  accept?: string;
  /** Sent by POST; without one, a GET is sent. Redirects of a POST are not followed. */
  post?: { body: Uint8Array; headers: Readonly<Record<string, string>> };
}

/** Fetches an address that a person or another server gave. Throws `FetchRefused`. */
export type GuardedFetch = (address: string, options: GuardedOptions) => Promise<Fetched>;

export interface GuardSettings {
  userAgent: string;
  /** Resolves names; by default with the system's resolver. */
  lookup?: LookupFunction;
  /** Whether ports other than 80 and 443 are allowed. Only for tests. */
  hasAnyPort?: boolean;
}

const MAX_REDIRECTS = 3;
/** The names of this machine (RFC 6761), which not every resolver knows. */
const LOCAL_NAME = /(^|\.)localhost\.?$/;

/**
 * Makes a fetch that reaches only public addresses. Each redirect is checked as the first address is, and a connection is made only
 * to addresses checked by that connection's own lookup, so a name cannot change its address in between. Sends no cookies, no referrer
 * and nothing of the caller.
 */
export function guardedFetcher(settings: GuardSettings): GuardedFetch {
  return async (address, options) => {
    const signal = AbortSignal.timeout(options.timeLimitMs);
    let url = parse(address, settings, options);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await send(url, settings, options, signal);
      const location = response.headers.location;
      const status = response.statusCode ?? 0;
      if (status < 300 || status > 399 || location === undefined || options.post) {
        return { status, type: typeOf(response), bytes: await read(response, options.maxBytes, signal) };
      }
      response.destroy();
      url = parse(location, settings, options, url);
    }
    throw new FetchRefused('unreachable', 'too many redirects');
  };
}

function parse(address: string, { hasAnyPort }: GuardSettings, { trustedOrigin }: GuardedOptions, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchRefused('address', 'not an address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('address', 'protocol');
  if (url.username !== '' || url.password !== '') throw new FetchRefused('address', 'user in the address');
  if (url.origin === trustedOrigin) return url;
  if (url.port !== '' && url.port !== '80' && url.port !== '443' && !hasAnyPort) throw new FetchRefused('address', 'port');
  // An IP address in a URL is connected to without a lookup.
  const host = hostOf(url);
  if (LOCAL_NAME.test(host) || (isIP(host) !== 0 && !isPublicAddress(host))) throw new FetchRefused('address', 'not public');
  return url;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function send(url: URL, settings: GuardSettings, options: GuardedOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const isTrusted = url.origin === options.trustedOrigin;
  const lookup = settings.lookup ?? lookupWithSystem;
  const requestOptions: RequestOptions = {
    signal,
    // A connection of its own, so that no earlier one to another address is reused.
    agent: false,
    lookup: isTrusted ? lookup : publicOnly(lookup),
    method: options.post ? 'POST' : 'GET',
    headers: { ...options.post?.headers, 'user-agent': settings.userAgent, accept: options.accept ?? '*/*', 'accept-encoding': 'identity' },
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(refusalOf(error));
    const request: ClientRequest = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, requestOptions, resolve);
    request.once('error', fail);
    request.end(options.post?.body);
  });
}

/** A lookup that fails if any address of the name is not public. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new FetchRefused('address', 'not public'), []);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function refusalOf(error: Error): FetchRefused {
  return error instanceof FetchRefused ? error : new FetchRefused('unreachable', error.message);
}

function typeOf(response: IncomingMessage): string {
  return (response.headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** The body, if it is complete, not compressed and not longer than wanted. A compressed one could become much longer. */
async function read(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  try {
    if (encoding !== 'identity') throw new FetchRefused('unreachable', 'compressed');
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new FetchRefused('too_large');
    const chunks: Buffer[] = [];
    let length = 0;
    const arriving: AsyncIterable<Buffer> = response;
    for await (const chunk of arriving) {
      length += chunk.length;
      if (length > maxBytes) throw new FetchRefused('too_large');
      chunks.push(chunk);
    }
    if (!response.complete || signal.aborted) throw new FetchRefused('unreachable', 'incomplete');
    return Buffer.concat(chunks);
  } catch (error) {
    throw refusalOf(toError(error));
  } finally {
    response.destroy();
  }
}

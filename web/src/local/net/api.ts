import { type CallInput, pathFor, Problem, type ReplyOf, type Route } from '@veld/contract';
import { CallError, parseRetryAfter } from './call-error';

export interface ApiOptions {
  /** Empty for the page's own origin; the native app and tests set another. */
  baseUrl?: string;
  fetch?: typeof fetch;
  token: () => string | null;
  language: () => string;
  now?: () => number;
}

export interface CallOptions {
  /** Instead of the stored token; null sends none. */
  token?: string | null;
  /** Milliseconds; 30 s by default (decision 0025). */
  timeout?: number;
  signal?: AbortSignal;
}

export interface Api {
  readonly baseUrl: string;
  /** The language of texts from the server. */
  language(): string;
  call<R extends Route>(route: R, input: CallInput<R>, options?: CallOptions): Promise<ReplyOf<R>>;
}

const READ_TIMEOUT = 30_000;

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
}

/** All calls to the server go through here. Resolves with a reply that matches the contract, or throws a `CallError`. */
export function createApi(options: ApiOptions): Api {
  const baseUrl = options.baseUrl ?? '';
  const now = options.now ?? Date.now;

  async function call<R extends Route>(route: R, input: CallInput<R>, how: CallOptions = {}): Promise<ReplyOf<R>> {
    const given = input as LooseInput;
    const token = how.token === undefined ? options.token() : how.token;
    return withTimeout(how, async (signal) => {
      const url = baseUrl + pathFor(route, given.params) + searchOf(given.query);
      const request = requestOf(route, given, token, options.language());
      return (await answerOf(route, await (options.fetch ?? fetch)(url, { ...request, signal }), now())) as ReplyOf<R>;
    });
  }

  return { baseUrl, language: options.language, call };
}

function requestOf(route: Route, given: LooseInput, token: string | null, language: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language };
  if (token) headers.authorization = `Bearer ${token}`;
  for (const [name, value] of Object.entries(given.headers ?? {})) if (value != null) headers[name] = String(value);
  // Binary data is sent unchanged.
  const isBytes = given.body instanceof Blob;
  if (given.body !== undefined) headers['content-type'] = isBytes ? 'application/octet-stream' : 'application/json';
  return {
    method: route.method,
    headers,
    ...(given.body === undefined ? {} : { body: given.body instanceof Blob ? given.body : JSON.stringify(given.body) }),
    // The server never redirects; the login page of a network does.
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
  };
}

/** Aborts `work` after the timeout or with the caller's signal. Errors other than an abort by the caller become a `CallError`. */
async function withTimeout<T>({ timeout = READ_TIMEOUT, signal }: CallOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new CallError('timeout')), timeout);
  const abort = () => stop.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(stop.signal);
  } catch (error) {
    if (error instanceof CallError) throw error;
    if (stop.signal.reason instanceof CallError) throw stop.signal.reason;
    if (signal?.aborted) throw error;
    throw new CallError('network', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function searchOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** What the contract says of the answer was checked. */
async function answerOf(route: Route, response: Response, now: number): Promise<unknown> {
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const foreign = (message: string, cause?: unknown) => new CallError('not_ours', { status, message, cause });
  if (status < 200 || status > 299) {
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'), now);
    const problem = type.includes('application/problem+json') ? Problem.safeParse(await jsonOf(response)) : null;
    if (problem?.success) throw new CallError('problem', { status, problem: problem.data, retryAfter });
    throw new CallError('not_ours', { status, retryAfter, message: `An answer ${status} that is not Veld's` });
  }
  const schema = route.replies[status];
  if (schema === undefined) throw foreign(`${route.path} never answers ${status}`);
  if (schema === null) return undefined;
  if (route.replyType?.startsWith('text/') && type.includes(route.replyType)) return response.text();
  // Bytes are what the caller's reader makes of them.
  if (route.replyType && type.includes(route.replyType)) return response.arrayBuffer();
  if (!type.includes('application/json')) throw foreign(`${route.path} answered ${type || 'without a type'}`);
  const parsed = schema.safeParse(await jsonOf(response));
  if (!parsed.success) throw foreign(`The answer of ${route.path} does not fit the contract`, parsed.error);
  return parsed.data;
}

/** The body as JSON, or undefined when it is not JSON. An interrupted connection throws. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

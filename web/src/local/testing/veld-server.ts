import { type ObservationWrite, type OwnObservation, RECORD_FIELD_NAMES, type Route, type User } from '@veld/contract';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { hashSha256 } from '../db/ids';
import { type Answer, type Asked, json, problem } from './answers';
import { FakeJourneys } from './fake-journeys';
import { observer } from './people';

export { type Answer, type Asked, json, problem };

/** A fault of a request: another answer, no connection, or a connection lost after the request was processed. */
export type Fault = Answer | 'no-connection' | 'answer-lost' | null;

type Reply = (url: URL, asked: Asked) => Answer | Promise<Answer>;

interface Upload {
  id: string;
  sha256: string;
  length: number;
  bytes: Uint8Array;
}

/**
 * The server's rules for records and uploads (decision 0017, tus 1.0), in memory, for one user. Browser tests use the real server;
 * this one can fail at any byte.
 */
export class VeldServer {
  readonly records = new Map<string, { own: OwnObservation; writes: Set<string>; isDeleted: boolean }>();
  readonly photos = new Map<string, Uint8Array>();
  readonly journeys = new FakeJourneys();
  readonly uploads = new Map<string, Upload>();
  readonly asked: Asked[] = [];
  readonly tokens = new Set(['token-1']);
  fault: (asked: Asked, count: number) => Fault = () => null;
  user: User;
  readonly #replies: { method: string; path: RegExp; reply: Reply }[] = [];

  constructor(user: User) {
    this.user = user;
  }

  /** Answers a route, whoever asks. Answering it again replaces the answer. */
  answer(route: Pick<Route, 'method' | 'path'>, reply: Reply): this {
    const path = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`);
    this.#replies.unshift({ method: route.method, path, reply });
    return this;
  }

  /** The number of requests with this method and path prefix. */
  count(method: string, beginning: string): number {
    return this.asked.filter((one) => one.method === method && one.path.startsWith(beginning)).length;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'https://veld.test');
    const headers = Object.fromEntries(Object.entries((init.headers ?? {}) as Record<string, string>));
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const answer = await this.#take({ method: init.method ?? 'GET', path: url.pathname + url.search, headers, body });
    // A `Response` with such a status must not have a body.
    return new Response(answer.body ?? null, { status: answer.status, headers: answer.headers ?? {} });
  };

  readonly httpStack: HttpStack = {
    getName: () => 'test',
    createRequest: (method, url) => new TestRequest(method, url, (asked) => this.#take(asked)),
  };

  async #take(asked: Asked): Promise<Answer> {
    this.asked.push(asked);
    const fault = this.fault(asked, this.asked.length);
    if (fault === 'no-connection') throw new TypeError('Failed to fetch');
    if (fault && fault !== 'answer-lost') return fault;
    const answer = await this.#answer(asked);
    if (fault === 'answer-lost') throw new TypeError('Failed to fetch');
    return answer;
  }

  async #answer(asked: Asked): Promise<Answer> {
    const url = new URL(asked.path, 'https://veld.test');
    const replied = this.#replies.find(({ method, path }) => method === asked.method && path.test(url.pathname));
    if (replied) return replied.reply(url, asked);
    const token = asked.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!this.tokens.has(token)) return problem(401, 'not_logged_in');
    const [, id] = /^\/api\/observations\/([0-9a-f-]{36})$/.exec(asked.path) ?? [];
    if (id && asked.method === 'PUT') return this.#put(id, asked);
    if (id && asked.method === 'DELETE') return this.#remove(id);
    const ofJourneys = this.journeys.answer(asked, url);
    if (ofJourneys) return ofJourneys;
    if (asked.path.startsWith('/api/uploads')) return this.#upload(asked);
    if (asked.path.startsWith('/api/user') && asked.method === 'GET') return json(this.user);
    if (url.pathname === '/api/settings/preferences') {
      this.user = { ...this.user, preferences: { ...this.user.preferences, ...(asked.body as object) } };
      return json({ data: this.user });
    }
    if (asked.path.startsWith('/api/user/')) return json({ data: this.user });
    return problem(404, 'not_found');
  }

  #put(id: string, asked: Asked): Answer {
    const write = asked.body as ObservationWrite;
    const known = this.records.get(id);
    if (write.notes === 'refuse me') return problem(422, 'validation', { errors: { notes: ['Not these words'] } });
    if (known?.isDeleted) return problem(410, 'gone');
    if (known?.writes.has(write.write_id)) return json({ data: known.own });
    const version = known?.own.version ?? 0;
    const based = Number((asked.headers['if-match'] ?? '0').replaceAll('"', ''));
    if (based !== version) return problem(409, 'conflict', { current: known?.own ?? null, yours: write });
    const own = this.#own(id, write, version + 1);
    this.records.set(id, { own, writes: (known?.writes ?? new Set()).add(write.write_id), isDeleted: false });
    return json({ data: own });
  }

  /** Changes a record as another device of the same user would. */
  changeElsewhere(id: string, change: Partial<OwnObservation>): OwnObservation {
    const known = this.records.get(id)!;
    known.own = { ...known.own, ...change, version: known.own.version + 1 };
    return known.own;
  }

  #own(id: string, write: ObservationWrite, version: number): OwnObservation {
    const fields = Object.fromEntries(RECORD_FIELD_NAMES.map((name) => [name, write[name] ?? null]));
    return {
      ...fields,
      id,
      user: observer(this.user),
      taxon: null,
      quality: 'needs_id',
      is_obscured: write.geoprivacy !== 'open',
      media: write.media.map((one) => ({
        ...one,
        caption: one.caption ?? null,
        license: one.license ?? null,
        thumbhash: null,
        urls: null,
        ...(this.photos.has(one.id) ? {} : { missing: true as const }),
      })),
      attributes: write.attributes,
      place: null,
      country_code: null,
      version,
      created_at: '2026-05-10T08:00:01Z',
      updated_at: '2026-05-10T08:00:01Z',
    } as OwnObservation;
  }

  #remove(id: string): Answer {
    const known = this.records.get(id);
    if (!known) return problem(404, 'not_found');
    known.isDeleted = true;
    return { status: 204 };
  }

  async #upload(asked: Asked): Promise<Answer> {
    const tus = { 'tus-resumable': '1.0.0' };
    if (asked.method === 'POST') {
      const meta = metadataOf(asked.headers['upload-metadata'] ?? '');
      const key = meta.companion ? `${meta.id}.jpeg` : meta.id!;
      const stored = this.photos.get(key);
      if (stored && (await hashSha256(stored.slice().buffer)) !== meta.sha256)
        return { status: 409, headers: tus, body: 'This id belongs to another photo\n' };
      this.uploads.set(key, {
        id: key,
        sha256: meta.sha256!,
        length: Number(asked.headers['upload-length']),
        bytes: new Uint8Array(0),
      });
      return { status: 201, headers: { ...tus, location: `/api/uploads/${key}` } };
    }
    const upload = this.uploads.get(asked.path.split('/').at(-1)!);
    if (!upload) return { status: 404, headers: tus, body: 'not found' };
    const offsets = { ...tus, 'upload-offset': String(upload.bytes.length), 'upload-length': String(upload.length) };
    if (asked.method === 'HEAD') return { status: 200, headers: offsets };
    if (Number(asked.headers['upload-offset']) !== upload.bytes.length) return { status: 409, headers: tus, body: 'offset' };
    const chunk = asked.body as Uint8Array;
    const bytes = new Uint8Array(upload.bytes.length + chunk.length);
    bytes.set(upload.bytes);
    bytes.set(chunk, upload.bytes.length);
    upload.bytes = bytes;
    if (bytes.length === upload.length) {
      if ((await hashSha256(bytes.buffer)) !== upload.sha256) return { status: 422, headers: tus, body: 'hash' };
      this.photos.set(upload.id, bytes);
    }
    return { status: 204, headers: { ...tus, 'upload-offset': String(bytes.length) } };
  }
}

export const LOGIN_PAGE: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome to our hotel</h1>' };
export const BAD_GATEWAY: Answer = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' };

function metadataOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(',').map((pair) => {
      const [key, value] = pair.trim().split(' ');
      return [key!, atob(value ?? '')];
    }),
  );
}

class TestRequest implements HttpRequest {
  readonly #asked: Asked;
  readonly #url: string;
  readonly #take: (asked: Asked) => Promise<Answer>;
  #onProgress: (sent: number) => void = () => {};

  constructor(method: string, url: string, take: (asked: Asked) => Promise<Answer>) {
    this.#url = url;
    this.#asked = { method, path: new URL(url, 'https://veld.test').pathname, headers: {}, body: undefined };
    this.#take = take;
  }

  getMethod = () => this.#asked.method;
  getURL = () => this.#url;
  setHeader = (header: string, value: string) => {
    this.#asked.headers[header.toLowerCase()] = value;
  };
  getHeader = (header: string) => this.#asked.headers[header.toLowerCase()];
  setProgressHandler = (handler: (sent: number) => void) => {
    this.#onProgress = handler;
  };
  abort = () => Promise.resolve();
  getUnderlyingObject = () => null;

  async send(body: unknown): Promise<HttpResponse> {
    if (body) this.#asked.body = new Uint8Array(await (body as Blob).arrayBuffer());
    const answer = await this.#take(this.#asked);
    if (body) this.#onProgress((this.#asked.body as Uint8Array).length);
    return {
      getStatus: () => answer.status,
      getHeader: (header) => answer.headers?.[header.toLowerCase()],
      getBody: () => (typeof answer.body === 'string' ? answer.body : ''),
      getUnderlyingObject: () => null,
    };
  }
}

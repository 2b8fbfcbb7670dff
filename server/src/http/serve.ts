import {
  type BodyOf,
  findFeature,
  isRecord,
  itemAt,
  type Language,
  type ParamsOf,
  type ProblemCode,
  type QueryOf,
  type ReplyOf,
  type Route,
} from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLanguage } from './language.ts';
import { toError } from '../thrown.ts';

/** Checks whether the caller has access: returns the caller or throws a `Fault`. Runs before the body is read. */
export type Access<C> = (request: FastifyRequest) => C | Promise<C>;

/** Access for everyone, logged in or not. */
export const anyone: Access<null> = () => null;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the OpenAPI document says about a route of the contract. */
    description?: Description;
  }
}

/** What is known about a route besides its schemas. */
export interface Description {
  route: Route;
  isPublic: boolean;
  /** Errors of this route besides those that every route like it has (openapi.ts). */
  problems: readonly ProblemCode[];
  isConditional: boolean;
}

/** The input of a handler. */
export interface HandlerInput<R extends Route, C> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  caller: C;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A body that the handler has serialised itself. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The serializer of bodies that are sent as they are, such as pictures; the type of Fastify allows only texts. */
export function keepBytes(body: unknown): string {
  return body as string;
}

const callers = new WeakMap<FastifyRequest, unknown>();

export interface ServeOptions<C = unknown> {
  /** Limit of the request body in bytes; by default 1 MB, and less where everyone may send one (`OPEN_BODY_BYTES`). */
  bodyLimit?: number;
  /** Counts a request towards a limit of this route; throws 429. Runs before the body is read, so that a refused request costs nothing. */
  limit?: (caller: C, request: FastifyRequest) => void | Promise<void>;
  /** Errors of this route besides those that every route like it has; for the OpenAPI document. */
  problems?: readonly ProblemCode[];
  /** Whether the response has an ETag, and a request with it in If-None-Match gets 304. */
  isConditional?: boolean;
  /**
   * Whether `present` builds the response field by field. It is then serialised without the contract's schema, which would take
   * longer than the query of a list; tests compare it with the contract instead.
   */
  isPresented?: boolean;
}

/** Limit in bytes of a body that everyone may send. */
const OPEN_BODY_BYTES = 64 * 1024;

type Answer<R extends Route> = ReplyOf<R> | JsonText | FastifyReply;

/** The id of a logged-in caller of a write, whose writes are limited. Routes for everyone have limits of their own. */
function writerOf(route: Route, caller: unknown): string | undefined {
  return route.method !== 'GET' && isRecord(caller) && typeof caller.userId === 'string' ? caller.userId : undefined;
}

/**
 * Registers a route of the contract. A request passes the access check, the limits, validation, a slot for writes, then the handler. The
 * handler returns the body for the first status in `replies`; for another status it sets the status on `reply`.
 */
export function serve<const R extends Route, C>(
  app: FastifyInstance,
  route: R,
  access: Access<C>,
  handler: (input: HandlerInput<R, C>) => Answer<R> | Promise<Answer<R>>,
  options: ServeOptions<C> = {},
): void {
  const statuses = Object.keys(route.replies).map(Number);
  const response = Object.fromEntries(
    statuses.filter((status) => route.replies[status] !== null).map((status) => [status, route.replies[status]]),
  );
  const bodyLimit = options.bodyLimit ?? (access === anyone ? OPEN_BODY_BYTES : undefined);
  app.route({
    method: route.method,
    url: route.path,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: {
      description: {
        route,
        isPublic: access === anyone,
        problems: options.problems ?? [],
        isConditional: options.isConditional ?? false,
      },
    },
    schema: {
      summary: route.summary,
      tags: [findFeature(route.path) ?? 'other'],
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.headers ? { headers: route.headers } : {}),
      ...(route.body ? { body: route.body } : {}),
      response,
    },
    // With a callback, because the caller is mostly known at once.
    onRequest: (request, _reply, done) => {
      const admit = (caller: C) => {
        callers.set(request, caller);
        const writer = writerOf(route, caller);
        if (writer) app.countWrite(writer);
        return options.limit?.(caller, request);
      };
      try {
        const caller = access(request);
        const counted = caller instanceof Promise ? caller.then(admit) : admit(caller);
        if (counted instanceof Promise) return void counted.then(() => done(), done);
      } catch (error) {
        return done(toError(error));
      }
      done();
    },
    handler: async (request, reply) => {
      reply.code(itemAt(statuses, 0));
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      const caller = callers.get(request) as C;
      const handle = async () =>
        handler({
          params: request.params as ParamsOf<R>,
          query: request.query as QueryOf<R>,
          body: request.body as BodyOf<R>,
          caller,
          language: negotiateLanguage(request.headers['accept-language']),
          request,
          reply,
        });
      const answer = () => app.answerFrom(request, reply, handle);
      const writer = writerOf(route, caller);
      // After the body has arrived, so that a slow connection keeps no slot.
      const body = writer ? await app.inWriteSlot(writer, answer) : await answer();
      if (reply.sent) return reply;
      if (body instanceof JsonText) return reply.type('application/json; charset=utf-8').serializer(String).send(body.text);
      if (options.isPresented) void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
      // An empty body instead of the text "null".
      return route.replies[reply.statusCode] === null ? reply.send() : reply.send(body);
    },
  });
}

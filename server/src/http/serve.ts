import { type BodyOf, featureOf, type ParamsOf, type QueryOf, type ReplyOf, type Route, type Language } from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { languageOf } from './language.ts';

/** Who may call: answers the caller, or throws a `Fault`. Runs before the body is read. */
export type Access<C> = (request: FastifyRequest) => C | Promise<C>;

/** Everybody, logged in or not. */
export const anyone: Access<null> = () => null;

/** What a handler is asked. */
export interface Ask<R extends Route, C> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  caller: C;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

const callers = new WeakMap<FastifyRequest, unknown>();

export interface ServeOptions {
  /** Fastify's own options that a route may need: body limit, rate limit. */
  bodyLimit?: number;
  config?: RouteOptions['config'];
  /**
   * The answer is built field by field by a `present` and its tests compare it with the contract: it is written as JSON at
   * once, without a second pass through the contract's schema, which costs more than the query on lists.
   */
  isPresented?: boolean;
}

/**
 * Puts a route of the contract on the server: access first, then the contract's checks, then the handler. The handler
 * returns the body of the route's first success status; it sets another status on `reply` itself.
 */
export function serve<const R extends Route, C>(
  app: FastifyInstance,
  route: R,
  access: Access<C>,
  handler: (ask: Ask<R, C>) => ReplyOf<R> | FastifyReply | Promise<ReplyOf<R> | FastifyReply>,
  options: ServeOptions = {},
): void {
  const statuses = Object.keys(route.replies).map(Number);
  const response = Object.fromEntries(
    statuses.filter((status) => route.replies[status] !== null).map((status) => [status, route.replies[status]]),
  );
  app.route({
    method: route.method,
    url: route.path,
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    ...(options.config ? { config: options.config } : {}),
    schema: {
      summary: route.summary,
      tags: [featureOf(route.path) ?? 'other'],
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.headers ? { headers: route.headers } : {}),
      ...(route.body ? { body: route.body } : {}),
      response,
    },
    onRequest: async (request) => {
      callers.set(request, await access(request));
    },
    handler: async (request, reply) => {
      reply.code(statuses[0]!);
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      const answer = await handler({
        params: request.params as ParamsOf<R>,
        query: request.query as QueryOf<R>,
        body: request.body as BodyOf<R>,
        caller: callers.get(request) as C,
        language: languageOf(request.headers['accept-language']),
        request,
        reply,
      });
      if (reply.sent) return reply;
      if (options.isPresented) void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
      // No body is no body: not the word null.
      return route.replies[reply.statusCode] === null ? reply.send() : reply.send(answer);
    },
  });
}

import type { z } from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint of the API. Server validation, client types and the OpenAPI document derive from this value. */
export interface Route {
  method: Method;
  /** Fastify style: `/api/observations/:id`. */
  path: string;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Media type of the request body; JSON if absent. */
  bodyType?: string;
  /** Schemas of the successful responses, by status. `null` means no body. Errors are always a `Problem`. */
  replies: Record<number, z.ZodMiniType | null>;
  /** Media type of the successful responses; JSON if absent. */
  replyType?: string;
}

// Lets the bundler drop routes that no screen calls.
/* @__NO_SIDE_EFFECTS__ */
export function route<const R extends Route>(value: R): R {
  return value;
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type ParamsOf<R extends Route> = Output<R['params']>;
export type QueryOf<R extends Route> = Output<R['query']>;
export type BodyOf<R extends Route> = Output<R['body']>;
/** The union of the bodies of a route's successful responses. */
export type ReplyOf<R extends Route> = {
  [S in keyof R['replies']]: R['replies'][S] extends z.ZodMiniType ? z.output<R['replies'][S]> : undefined;
}[keyof R['replies']];

/** What a caller passes: only the parts that the route declares. */
export type CallInput<R extends Route> = (R['params'] extends z.ZodMiniType ? { params: Input<R['params']> } : { params?: undefined }) &
  (R['query'] extends z.ZodMiniType ? { query?: Input<R['query']> } : { query?: undefined }) &
  (R['headers'] extends z.ZodMiniType ? { headers?: Input<R['headers']> } : { headers?: undefined }) &
  (R['body'] extends z.ZodMiniType ? { body: Input<R['body']> } : { body?: undefined });

/** The name of a route in the authorization table: `PUT /api/observations/:id`. */
export type RouteKey<R extends Route> = `${R['method']} ${R['path']}`;

/** Replaces the `:name` parameters of a path with percent-encoded values. Throws a `TypeError` when one is missing. */
export function pathFor(route: Pick<Route, 'path'>, params: Record<string, unknown> = {}): string {
  return route.path.replace(/:([a-z_A-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new TypeError(`Missing ${name} for ${route.path}`);
    return encodeURIComponent(String(value));
  });
}

import { type Problem, type ProblemCode, problemType, PROBLEMS } from '@veld/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnavailable } from '../db/unavailable.ts';
import { STORE_UNAVAILABLE } from '../files/store.ts';
import { Fault, type FaultDetails } from './fault.ts';
import { negotiateLanguage } from './language.ts';
import { hasMessage, translate } from './messages.ts';
import { readErrorCode, toError } from '../thrown.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes that match a path. */
    methodsOf: (path: string) => string[];
  }
}

/**
 * Sends every error as a problem (RFC 9457) in the language of the request. `serveWeb` handles unknown paths. Call it before routes
 * are registered.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
  const routes: { pattern: RegExp; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  app.decorate('methodsOf', (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))]);
}

/** Answers a request that no route takes: 405 if the path has routes with other methods, else 404. */
export function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const methods = request.server.methodsOf(path).filter((method) => method !== request.method);
  if (methods.length === 0) return sendProblem(request, reply, 'not_found');
  return sendProblem(request, reply.header('allow', methods.toSorted().join(', ')), 'method_not_allowed');
}

/**
 * Sends an error as a problem. Never throws: Fastify would send the message of an exception to the client, so an error in here is
 * logged and answered with a problem that needs no further code.
 */
export function sendError(error: FastifyError | Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    const fault = faultOf(error);
    if (fault.code === 'internal') logFault(request, error, 'fault');
    else if (fault.status >= 500) request.log.warn({ fault: fault.code, cause: readErrorCode(error) }, 'unavailable');
    return sendProblem(request, reply, fault.code, fault.details);
  } catch (failure) {
    logFault(request, toError(failure), 'fault in the error handler');
    return reply
      .code(500)
      .header('cache-control', 'no-store')
      .type('application/problem+json')
      .serializer(String)
      .send(`{"type":"${problemType('internal')}","title":"Internal Server Error","status":500}`);
  }
}

function logFault(request: FastifyRequest, error: Error & { code?: string }, message: string): void {
  request.log.error({ err: { name: error.name, message: safeText(error), stack: safeText(error, 'stack'), code: error.code } }, message);
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, code: ProblemCode, details: FaultDetails = {}): FastifyReply {
  const language = negotiateLanguage(request.headers['accept-language']);
  const problem: Problem = {
    type: problemType(code),
    title: translate(language, `title.${code}`),
    status: PROBLEMS[code],
    ...details.members,
  };
  if (hasMessage(`detail.${code}`)) problem.detail = translate(language, `detail.${code}`);
  if (details.errors) {
    problem.errors = Object.fromEntries(
      Object.entries(details.errors).map(([field, keys]) => [field, keys.map((key) => translate(language, `field.${key}`))]),
    );
  }
  if (details.retryAfter !== undefined) void reply.header('retry-after', String(details.retryAfter));
  return reply
    .code(problem.status)
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problem);
}

function faultOf(error: FastifyError | Fault): Fault {
  if (error instanceof Fault) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id in a path is the address of nothing.
    if (error.validationContext === 'params') return new Fault('not_found');
    return new Fault('validation', {
      errors: fieldErrors(
        error.validation.map((entry) => ({
          ...entry.params,
          code: entry.keyword,
          path: entry.instancePath.slice(1).split('/').filter(Boolean),
          message: entry.message,
        })),
      ),
    });
  }
  const code = error.code ?? '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Fault('unsupported_media');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fault('too_large');
  if (code === STORE_UNAVAILABLE) return new Fault('unavailable', { retryAfter: 10 });
  const database = databaseFault(error);
  if (database) return database;
  const status = error.statusCode ?? 500;
  if (status === 429) return new Fault('too_many_requests');
  if (status === 404) return new Fault('not_found');
  if (status >= 400 && status < 500) return new Fault('malformed');
  return new Fault('internal');
}

/** Maps errors of PostgreSQL and its driver, by SQLSTATE, driver code or message. Null for errors that are bugs. */
function databaseFault(error: Error & { code?: string }): Fault | null {
  const code = error.code ?? '';
  if (code === '53100' || code === 'ENOSPC') return new Fault('storage_full');
  if (isUnavailable(error)) return new Fault('unavailable', { retryAfter: 2 });
  // A NUL byte, or invalid UTF-8.
  if (code === '22021' || code === '22P05') return new Fault('malformed');
  return null;
}

interface Issue {
  code?: string;
  path?: PropertyKey[];
  message?: string;
  input?: unknown;
  origin?: string;
  keys?: string[];
  errors?: Issue[][];
}

/** Maps Zod issues to message keys by field name. The messages in the contract's schemas are keys already. */
export function fieldErrors(issues: readonly unknown[]): Record<string, string[]> {
  // Without a prototype, because the names come from the request: `errors.toString` must not exist.
  const errors: Record<string, string[]> = Object.create(null);
  for (const issue of issues as Issue[]) {
    const field = issue.path?.map(String).join('.') || (issue.keys?.[0] ?? 'body');
    (errors[field] ??= []).push(issueKey(issue));
  }
  return errors;
}

function issueKey(issue: Issue): string {
  if (issue.message && hasMessage(`field.${issue.message}`)) return issue.message;
  if (issue.code === 'invalid_type') return issue.message?.includes('received undefined') ? 'required' : 'invalid';
  if (issue.code === 'invalid_value') return 'choice';
  if (issue.code === 'unrecognized_keys') return 'unknown';
  if (issue.code === 'too_big') return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big';
  if (issue.code === 'too_small') return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small';
  return 'invalid';
}

/** The message or stack of an error with coordinates and mail addresses masked, because PostgreSQL quotes values. */
function safeText(error: Error, part: 'message' | 'stack' = 'message'): string {
  return (error[part] ?? '').replace(/-?\d{1,3}\.\d{3,}/g, '#').replace(/[^\s@"']+@[^\s@"']+/g, '#');
}

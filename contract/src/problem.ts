import { z } from 'zod/mini';
import { isKeyIn } from './keys.ts';

/**
 * The body of every error response (RFC 9457). Programs read `type`, which is `/problems/<code>`; `title` and `detail` are for
 * people, in the language of the request.
 */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** Only with status 422: messages by field name, in the language of the request. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Only with status 429: `route` if the limit applies to this route only and other requests may continue. */
  scope: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;

export const PROBLEMS = {
  validation: 422,
  malformed: 400,
  not_logged_in: 401,
  credentials: 401,
  forbidden: 403,
  limited: 423,
  suspended: 423,
  email_unconfirmed: 403,
  messages_closed: 403,
  registration_closed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  quota_exceeded: 413,
  unfinished_uploads: 413,
  unsupported_media: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

export function problemType(code: ProblemCode): string {
  return `/problems/${code}`;
}

/** The code of a problem, or null if its `type` is unknown. */
export function problemCode(problem: Pick<Problem, 'type'>): ProblemCode | null {
  const code = problem.type.replace(/^\/problems\//, '');
  return isKeyIn(PROBLEMS, code) ? code : null;
}

import { z } from 'zod/mini';
import { route } from './route.ts';

export const getHealth = route({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the process responds',
  replies: { 200: z.object({ status: z.literal('ok') }) },
});

export const getReady = route({
  method: 'GET',
  path: '/api/ready',
  summary: 'Whether the database responds and the server is not shutting down; else 503',
  replies: { 200: z.object({ status: z.literal('ready') }) },
});

export const getMetrics = route({
  method: 'GET',
  path: '/metrics',
  summary:
    'Metrics in the Prometheus text format; needs METRICS_TOKEN as Bearer if it is set, else available from localhost only, and not through a proxy without TRUST_PROXY',
  replies: { 200: z.string() },
  replyType: 'text/plain',
});

export const getSecurityTxt = route({
  method: 'GET',
  path: '/.well-known/security.txt',
  summary: 'Whom to tell about a vulnerability (RFC 9116); 404 without SECURITY_CONTACT',
  replies: { 200: z.string() },
  replyType: 'text/plain',
});

export const getOpenapi = route({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This contract as OpenAPI 3.1',
  replies: { 200: z.looseObject({ openapi: z.string() }) },
});

export const getDocs = route({
  method: 'GET',
  path: '/api/docs',
  summary: 'This contract as a web page',
  replies: { 200: z.string() },
  replyType: 'text/html',
});

/** Cached for 10 s on the device (decision 0025). */
export const checkVersion = route({
  method: 'POST',
  path: '/api/check-version',
  summary: 'Whether this version of the app is still supported',
  body: z.object({ version: z.string().check(z.maxLength(40)) }),
  replies: {
    200: z.object({
      update_required: z.boolean(),
      /** Where the native app finds the update. */
      update_url: z.nullable(z.string()),
      /**
       * The newest version that this one should update to; null if it is required, or if there is none. Absent from servers of earlier
       * versions.
       */
      recommended_version: z.optional(z.nullable(z.string())),
    }),
  },
});

/** What is new in versions after one, for the screen of the update. */
export const listVersionNotes = route({
  method: 'GET',
  path: '/api/public/versions',
  summary: 'What is new in the versions after `since`, at most 50, the newest first, in the language of the request where there is a text',
  query: z.object({ since: z.string().check(z.maxLength(40)) }),
  replies: {
    200: z.object({
      /** The oldest version that is supported; null if all are. */
      required_version: z.nullable(z.string()),
      data: z.array(z.object({ version: z.string(), notes: z.string(), language: z.nullable(z.string()), created_at: z.string() })),
    }),
  },
});

/** Totals for the welcome page, without personal data. */
export const getPublicCounts = route({
  method: 'GET',
  path: '/api/public/counts',
  summary: 'The number of people, observations, species and taxa',
  replies: { 200: z.object({ data: z.object({ people: z.int(), observations: z.int(), species: z.int(), taxa: z.int() }) }) },
});

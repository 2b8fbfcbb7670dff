import { z } from 'zod/mini';
import { route } from './route.ts';

export const getHealth = route({
  method: 'GET',
  path: '/api/health',
  summary: 'The process answers',
  replies: { 200: z.object({ status: z.literal('ok') }) },
});

export const getReady = route({
  method: 'GET',
  path: '/api/ready',
  summary: 'The database answers and the server is not stopping; else 503',
  replies: { 200: z.object({ status: z.literal('ready') }) },
});

export const getMetrics = route({
  method: 'GET',
  path: '/metrics',
  summary: 'Prometheus text; needs METRICS_TOKEN as Bearer where one is set, else only from the machine itself',
  replies: { 200: z.string() },
});

export const getOpenapi = route({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This contract as OpenAPI 3.1',
  replies: { 200: z.looseObject({ openapi: z.string() }) },
});

export const getDocs = route({ method: 'GET', path: '/api/docs', summary: 'A page that shows the contract', replies: { 200: z.string() } });

/** Cached for 10 s on the device (decision 0025). */
export const checkVersion = route({
  method: 'POST',
  path: '/api/check-version',
  summary: 'Whether this version of the app may go on',
  body: z.object({ version: z.string().check(z.maxLength(40)) }),
  replies: { 200: z.object({ update_required: z.boolean(), update_url: z.nullable(z.string()) }) },
});

/** Totals for the welcome page, without personal data. */
export const getPublicCounts = route({
  method: 'GET',
  path: '/api/public/counts',
  summary: 'How many people, observations and species',
  replies: { 200: z.object({ data: z.object({ people: z.int(), observations: z.int(), species: z.int(), taxa: z.int() }) }) },
});

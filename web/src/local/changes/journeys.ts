import type { Route } from '@veld/contract';
import { z } from 'zod/mini';
import { call } from '../outbox/operation';

/** The item says which journey has something new; what that is, fields, points or its deletion, is read when it is sent. */
const route = {
  method: 'PUT',
  path: '/api/journeys/:id',
  summary: 'A journey with its points',
  params: z.object({ id: z.string() }),
  replies: { 200: null },
} as const satisfies Route;

/** How a journey is stored on the device: `web/src/local/records/journeys`. */
export const operations = {
  /** In several requests, after smaller operations. */
  syncJourney: call(route, {
    label: 'journey',
    rank: 1,
    subject: ({ params }) => `journey:${params.id}`,
    // Loaded with the first journey.
    send: async (parts, { input }, token) => (await import('../outbox/send-journey')).sendJourney(parts, input.params!.id!, token),
  }),
};

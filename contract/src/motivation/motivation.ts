import { z } from 'zod/mini';
import { route } from '../route.ts';
import { EXPERIENCE_CAUSES } from './experience.ts';

/** A person's own experience and badges. */
export const Motivation = z.object({
  total_xp: z.int(),
  /** Each cause with its points and how often it gave them; those that gave none too. */
  causes: z.array(z.object({ cause: z.enum(EXPERIENCE_CAUSES), count: z.int(), points: z.int() })),
  /** In the order of `BADGES`, with the progress towards the goal. */
  badges: z.array(z.object({ id: z.string(), progress: z.int(), earned_at: z.nullable(z.string()) })),
});
export type Motivation = z.infer<typeof Motivation>;

export const getMotivation = route({
  method: 'GET',
  path: '/api/motivation',
  summary: 'The caller’s own experience by cause, and their badges with the progress towards each',
  replies: { 200: z.object({ data: Motivation }) },
});

/** The introductions. A person sees each once, on any device, and again when they ask for it. */
export const WIZARDS = ['welcome', 'first-record', 'gps', 'names', 'offline-pack', 'journeys', 'privacy', 'identify'] as const;
export type Wizard = (typeof WIZARDS)[number];

export const WIZARD_STEPS = ['one', 'two', 'three'] as const;

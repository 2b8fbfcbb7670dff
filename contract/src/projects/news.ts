import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, NumberText, Uuid } from '../vocabulary.ts';

export const ProjectNews = z.object({
  id: Uuid,
  /** The name is empty once the account is closed. */
  user: z.object({ id: Uuid, name: z.string() }),
  /** Markdown. */
  text: z.string(),
  /** Whether the participants were notified. */
  notifies: z.boolean(),
  created_at: z.string(),
});
export type ProjectNews = z.infer<typeof ProjectNews>;

export const listProjectNews = route({
  method: 'GET',
  path: '/api/projects/:id/news',
  summary: 'What the organisers of a project tell those who take part, latest first',
  params: z.object({ id: Uuid }),
  query: z.object({ cursor: z.optional(Cursor), limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))) }),
  replies: { 200: z.object({ data: z.array(ProjectNews), next_cursor: z.nullable(z.string()) }) },
});

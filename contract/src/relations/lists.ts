import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Uuid } from '../vocabulary.ts';
import { RelationKind } from './relations.ts';

export const Relation = z.object({
  kind: RelationKind,
  user: z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() }),
  created_at: z.string(),
});
export type Relation = z.infer<typeof Relation>;

export const listRelations = route({
  method: 'GET',
  path: '/api/relations',
  summary: 'The people whom the caller follows, has muted or has blocked, latest first; and how many people follow the caller',
  replies: { 200: z.object({ data: z.array(Relation), followers: z.int() }) },
});

import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Uuid } from '../vocabulary.ts';

/** What a person can be to another, seen from one side only (decision 0046). */
export const RELATION_KINDS = ['follow', 'mute', 'block'] as const;
export const RelationKind = z.enum(RELATION_KINDS);
export type RelationKind = z.infer<typeof RelationKind>;

const params = z.object({ kind: RelationKind, id: Uuid });

export const putRelation = route({
  method: 'PUT',
  path: '/api/relations/:kind/:id',
  summary:
    'Follow, mute or block a person; repeating the request changes nothing. 404 for people whom the caller cannot see, and for following people who are not listed in the community. Blocking ends follows in both directions',
  params,
  replies: { 204: null },
});

export const deleteRelation = route({
  method: 'DELETE',
  path: '/api/relations/:kind/:id',
  summary: 'No longer follow, mute or block a person; repeating the request changes nothing',
  params,
  replies: { 204: null },
});

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

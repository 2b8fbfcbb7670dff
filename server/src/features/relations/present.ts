import type { Relation } from '@veld/contract';
import type { RelationRow } from './store.ts';

/** A relation for the person whose it is. */
export function presentRelation({ kind, user_id, name, is_pro, created_at }: RelationRow): Relation {
  return { kind, user: { id: user_id, name, is_pro }, created_at: created_at.toISOString() };
}

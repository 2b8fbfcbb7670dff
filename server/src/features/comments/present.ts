import type { Comment } from '@veld/contract';
import type { ListedComment } from './store.ts';
import { lastOfPage } from '../../http/position.ts';

/**
 * A page of comments. `rows` has one row more than the page if there is a next one. Of a record that hides its place, others get no time;
 * the order of what people said to each other says nothing about when the record was saved (decision 0016). A cursor is the id of a
 * comment, because a position among all comments would be a time.
 */
export function presentComments(
  rows: readonly ListedComment[],
  { limit, isHidden }: { limit: number; isHidden: boolean },
): { data: Comment[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => ({
      id: row.id,
      user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
      text: row.text,
      mentions: row.mentions,
      is_edited: row.is_edited,
      created_at: isHidden ? null : row.created_at.toISOString(),
    })),
    next_cursor: lastOfPage(rows, limit)?.id ?? null,
  };
}

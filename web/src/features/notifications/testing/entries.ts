import type { Notification } from '@veld/contract';
import { newId } from '../../../local/db/ids';

/** An unread comment of Ben's, with the properties in `change` replaced. */
export function makeEntry(change: Partial<Notification> = {}): Notification {
  return {
    id: newId(),
    kind: 'comment',
    reason: 'own_record',
    record: {
      id: newId(),
      taxon: { id: 1, name: 'Great tit', scientific_name: 'Parus major', rank: 'species', group: 'bird', image_url: null },
      verbatim_name: null,
    },
    people: [{ id: newId(), name: 'Ben' }],
    people_count: 1,
    identification: null,
    quality: null,
    moderation: null,
    project: null,
    offline_map: null,
    emoji: null,
    name: null,
    path: null,
    is_read: false,
    is_muted: false,
    through: newId(),
    created_at: '2026-05-17T10:00:00.000Z',
    ...change,
  };
}

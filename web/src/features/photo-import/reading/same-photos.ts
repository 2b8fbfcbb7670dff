import { Dexie } from 'dexie';
import type { UserDatabase } from '../../../local/db/database';
import type { Board } from '../board/board';

/** Where the very same picture is already: in an own record, or earlier on the board. */
export type SameAs = { kind: 'record'; id: string } | { kind: 'board'; groupId: string };

/** By the id of the photo on the board; the first of two on the board is not marked. */
export function samePhotos({ groups }: Board, records: ReadonlyMap<string, string>): Map<string, SameAs> {
  const same = new Map<string, SameAs>();
  const seen = new Map<string, string>();
  for (const { id: groupId, photos } of groups) {
    for (const { id, sha256 } of photos) {
      const record = records.get(sha256);
      const earlier = seen.get(sha256);
      if (record) same.set(id, { kind: 'record', id: record });
      else if (earlier) same.set(id, { kind: 'board', groupId: earlier });
      else seen.set(sha256, groupId);
    }
  }
  return same;
}

/** Of these pictures those that own records have, with the record; by hash. */
export async function recordsWith(database: UserDatabase, hashes: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (hashes.size === 0) return found;
  await database.read(() =>
    database.observations
      .where('[deleted+saved_at]')
      .between([0, Dexie.minKey], [0, Dexie.maxKey])
      .each(({ id, media }) => {
        // A damaged row says nothing about photos.
        if (!Array.isArray(media)) return;
        for (const photo of media) if (hashes.has(photo?.sha256)) found.set(photo.sha256, id);
      }),
  );
  return found;
}

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

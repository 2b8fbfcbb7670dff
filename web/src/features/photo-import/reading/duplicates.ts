import type { Board } from '../board/board';

/** Where the original of a duplicate photo is: in one of the user's records or earlier on the board. */
export type DuplicateOf = { kind: 'record'; id: string } | { kind: 'board'; groupId: string };

/** The duplicates on the board by photo id. Of two equal photos on the board, only the second is a duplicate. */
export function findDuplicates({ groups }: Board, records: ReadonlyMap<string, string>): Map<string, DuplicateOf> {
  const duplicates = new Map<string, DuplicateOf>();
  const seen = new Map<string, string>();
  for (const { id: groupId, photos } of groups) {
    for (const { id, sha256 } of photos) {
      const record = records.get(sha256);
      const earlier = seen.get(sha256);
      if (record) duplicates.set(id, { kind: 'record', id: record });
      else if (earlier) duplicates.set(id, { kind: 'board', groupId: earlier });
      else seen.set(sha256, groupId);
    }
  }
  return duplicates;
}

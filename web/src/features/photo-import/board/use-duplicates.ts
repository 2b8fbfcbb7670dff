import { useEffect, useMemo, useState } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { recordsByPictureHash } from '../../../local/records/photos';
import { type DuplicateOf, findDuplicates } from '../reading/duplicates';
import type { Board } from './board';

const NONE: ReadonlyMap<string, DuplicateOf> = new Map();

/** The duplicates on the board. Records are searched again when photos change, not on every edit. */
export function useDuplicates(database: UserDatabase, board: Board | undefined): ReadonlyMap<string, DuplicateOf> {
  const hashes = useMemo(
    () => [...new Set((board?.groups ?? []).flatMap(({ photos }) => photos.map(({ sha256 }) => sha256)))].toSorted().join(' '),
    [board],
  );
  const [records, setRecords] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    recordsByPictureHash(database, new Set(hashes === '' ? [] : hashes.split(' '))).then(
      (found) => isCurrent && setRecords(found),
      (error: unknown) => console.error('Photos', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [database, hashes]);
  const found = useMemo(() => (board ? findDuplicates(board, records) : NONE), [board, records]);
  // All cards are rendered anew with another map, so it stays the same until there is another duplicate.
  const [shown, setShown] = useState(NONE);
  if (!areEqual(shown, found)) setShown(found);
  return shown;
}

function areEqual(one: typeof NONE, other: typeof NONE): boolean {
  const text = (duplicates: typeof NONE) => JSON.stringify([...duplicates]);
  return one.size === other.size && (one.size === 0 || text(one) === text(other));
}

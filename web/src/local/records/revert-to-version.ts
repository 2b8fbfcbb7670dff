import type { DeclaredMedia, ObservationVersion, TaxonSummary } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { pickDraft } from './record-shape';
import { saveObservation } from './save-observation';

/**
 * Saves an older version of a record again, as an edit of the newest one. It adds and removes no photos; those that are
 * still there get back their order, captions, licences and crops. False if this device does not have the record.
 */
export async function revertToVersion(
  database: UserDatabase,
  id: string,
  record: ObservationVersion['record'],
  options: { taxon?: TaxonSummary | null; now?: number } = {},
): Promise<boolean> {
  const row = await database.read(() => database.observations.get(id));
  if (!row || row.deleted === 1) return false;
  const attributes = record.attributes as ReturnType<typeof pickDraft>['attributes'];
  await saveObservation(database, { ...record, attributes, media: photosAsIn(record.media, pickDraft(row).media) }, [], {
    id,
    user: row.user,
    ...options,
  });
  return true;
}

function photosAsIn(older: readonly DeclaredMedia[], now: readonly DeclaredMedia[]): DeclaredMedia[] {
  const before = new Map(older.map((photo) => [photo.id, photo]));
  const placeOf = (photo: DeclaredMedia) => before.get(photo.id)?.order ?? Number.MAX_SAFE_INTEGER;
  return now
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((photo, order) => {
      const then = before.get(photo.id);
      return {
        ...photo,
        order,
        ...(then ? { caption: then.caption ?? null, license: then.license ?? null, crop: then.crop ?? null } : {}),
      };
    });
}

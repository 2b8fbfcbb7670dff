import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { loadDraft } from '../../../local/records/drafts';
import { applyPlan, BOARD, changeBoardRows } from '../../../local/records/photo-board';
import { changePhoto, photosById } from '../../../local/records/photos';
import { keysOf, pick } from '../../recording/form-parts';
import type { FormPatch, FormValues } from '../../recording/form-values';
import { zoneTable } from '../../geo/time-zone';
import { boardOf, rememberFacts } from './board';
import { boardPhoto, type BoardPhoto, proposedValues, saysMore, shaped, type ZoneOf } from './board-values';
import { type Gap, groupPhotos, takenAt } from './group-photos';

/** From here on photos in one record were taken at clearly different times. */
const CLEARLY: Gap = 300;

export function areOfDifferentTimes(photos: readonly BoardPhoto[]): boolean {
  return (
    groupPhotos(
      photos.filter(({ facts }) => takenAt(facts) !== null),
      CLEARLY,
    ).length > 1
  );
}

/**
 * A draft with many photos becomes several records on the board. What was entered stays with the record that has its first photo;
 * where the device was while they were added, and when, is of none of them.
 */
export async function spreadDraft(database: UserDatabase, draftId: string, gap: Gap): Promise<void> {
  const zoneOf = await zoneTable();
  await changeBoardRows(database, async () => {
    const draft = await loadDraft(database, draftId);
    if (!draft || draft.observation_id !== null) return;
    const values = draft.values as unknown as FormValues;
    const rows = await photosById(database, draft.photo_ids);
    for (const { id, facts } of rows) {
      rememberFacts(database, id, facts);
      await changePhoto(database, id, { draft_id: BOARD });
    }
    const kept = new Map(values.media.map((photo) => [photo.id, photo]));
    const photos = rows.map((row) => ({ ...boardPhoto(row), ...kept.get(row.id) }));
    const groups = groupPhotos(photos, gap);
    const main = saysMore(values) ? groups.find((group) => group.some(({ id }) => id === values.media[0]?.id)) : undefined;
    let at = Math.max(0, ...(await boardOf(database)).groups.map((group) => group.values.batch?.at ?? 0));
    const put = groups.map((group) => {
      const proposed = proposedValues(group, values, zoneOf, ++at);
      return group === main ? { id: draftId, values: withEntered(proposed, values, zoneOf) } : { id: newId(), values: proposed };
    });
    await applyPlan(database, { put, drop: main ? [] : [draftId] });
  });
}

/** What the person entered, over what the photos tell. */
function withEntered(proposed: FormValues, entered: FormValues, zoneOf: ZoneOf): FormValues {
  const { media, batch, time_zone } = proposed;
  const when: FormPatch = entered.when_source === 'now' ? pick(proposed, keysOf('when')) : {};
  const isMeasuredHere = entered.location_source === null || entered.location_source === 'gps';
  const where: FormPatch = isMeasuredHere ? { ...pick(proposed, keysOf('place')), time_zone } : {};
  const values = { ...entered, ...when, ...where, media, batch };
  const zone = values.latitude === null || values.longitude === null ? null : zoneOf(values.latitude, values.longitude);
  return shaped({ ...values, time_zone: zone });
}

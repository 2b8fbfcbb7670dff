import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { loadDraft } from '../../../local/records/drafts';
import { applyPlan, BOARD, changeBoardRows } from '../../../local/records/photo-board';
import { changePhoto, photosById } from '../../../local/records/photos';
import { listFormKeys, pick, placeSetBy, takenAt, whenSetBy, type FormPatch, type FormValues } from '../../recording/data';
import { zoneTable } from '../../../shared/geo/time-zone';
import { readBoard, rememberFacts } from './board';
import { boardPhoto, type BoardPhoto, proposedValues, hasUserInput, markEdited, zoned, type ZoneOf } from './board-values';
import { type Gap, groupPhotos } from './group-photos';

/** The gap between photos that suggests several records. */
const DISTINCT_GAP: Gap = 300;

export function areOfDifferentTimes(photos: readonly BoardPhoto[]): boolean {
  return (
    groupPhotos(
      photos.filter(({ facts }) => takenAt(facts) !== null),
      DISTINCT_GAP,
    ).length > 1
  );
}

/**
 * Splits a draft with many photos into several records on the board. Entered values stay with the record of the first photo;
 * the place and time at which the photos were added apply to none of them.
 */
export async function splitDraft(database: UserDatabase, draftId: string, gap: Gap): Promise<void> {
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
    const formPhotos = new Map(values.media.map((photo) => [photo.id, photo]));
    const photos = rows.map((row) => ({ ...boardPhoto(row), ...formPhotos.get(row.id) }));
    const groups = groupPhotos(photos, gap);
    const main = hasUserInput(values) ? groups.find((group) => group.some(({ id }) => id === values.media[0]?.id)) : undefined;
    let at = Math.max(0, ...(await readBoard(database)).groups.map((group) => group.values.batch?.at ?? 0));
    const put = groups.map((group) => {
      const proposed = proposedValues(group, values, zoneOf, ++at);
      return group === main ? { id: draftId, values: withEntered(proposed, values, photos, zoneOf) } : { id: newId(), values: proposed };
    });
    await applyPlan(database, { put, drop: main ? [] : [draftId] });
  });
}

/** The proposed values, overridden by what the user entered. */
function withEntered(proposed: FormValues, entered: FormValues, photos: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const { media, batch } = proposed;
  const when: FormPatch = whenSetBy(entered) === 'person' ? {} : pick(proposed, listFormKeys('when'));
  const where: FormPatch = placeSetBy(entered, photos) === 'person' ? {} : pick(proposed, listFormKeys('place'));
  return markEdited(zoned({ ...entered, ...when, ...where, media, batch }, zoneOf));
}

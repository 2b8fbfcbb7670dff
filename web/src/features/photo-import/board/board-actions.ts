import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import type { LocalPhoto } from '../../../local/db/rows';
import { addBoardPhoto, applyPlan, changeBoardRows, deleteBoardDraft, unplacedPhotos } from '../../../local/records/photo-board';
import type { FormPatch, FormValues } from '../../recording/data';
import { zoneTable } from '../../../shared/geo/time-zone';
import { type Board, readBoard, type Group, rememberFacts } from './board';
import {
  boardPhoto,
  type BoardPhoto,
  mergedValues,
  proposedValues,
  hasUserInput,
  markEdited,
  type Sharing,
  splitValues,
  withPhotos,
  zoned,
  type ZoneOf,
} from './board-values';
import { type Change, changeBoard, type Plan } from './board-write';
import { type Gap, groupPhotos } from './group-photos';

/** Stores a photo and regroups all records that the user has not edited. */
export async function addToBoard(database: UserDatabase, photo: LocalPhoto, gap: Gap, sharing: Sharing): Promise<void> {
  const zoneOf = await zoneTable();
  rememberFacts(database, photo.id, photo.facts);
  const write = async () => {
    await addBoardPhoto(database, photo);
    await applyPlan(database, proposal(await readBoard(database), [boardPhoto(photo, sharing.photo_license)], gap, sharing, zoneOf));
  };
  await changeBoardRows(database, write, 'photo');
}

/** Regroups all records that the user has not edited, with photos that a crash left on the board without a record. */
export async function regroup(database: UserDatabase, gap: Gap, sharing: Sharing): Promise<Change | null> {
  const zoneOf = await zoneTable();
  return changeBoardRows(database, async () => {
    const board = await readBoard(database);
    const added = await unplacedPhotos(database, new Set(photosOf(board).map(({ id }) => id)));
    for (const { id, facts } of added) rememberFacts(database, id, facts);
    const plan = proposal(
      board,
      added.map((photo) => boardPhoto(photo, sharing.photo_license)),
      gap,
      sharing,
      zoneOf,
    );
    return plan.put.length + plan.drop.length === 0 ? null : applyPlan(database, plan);
  });
}

const photosOf = ({ groups, leftOut }: Board) => [...groups, ...(leftOut ? [leftOut] : [])].flatMap(({ photos }) => photos);

function proposal(board: Board, added: readonly BoardPhoto[], gap: Gap, sharing: Sharing, zoneOf: ZoneOf): Plan {
  const open = board.groups.filter(({ isProposed }) => isProposed);
  const previousGroups = new Map(open.flatMap((group) => group.photos.map((photo) => [photo.id, group] as const)));
  const free = new Map(open.map((group) => [group.id, group]));
  let at = Math.max(0, ...board.groups.map(({ values }) => values.batch?.at ?? 0));
  const put: Plan['put'] = [];
  for (const photos of groupPhotos([...open.flatMap((group) => group.photos), ...added], gap)) {
    // A record that keeps its id keeps its position on the screen.
    const previous = photos.map(({ id }) => previousGroups.get(id)).find((group) => group && free.has(group.id));
    if (previous) free.delete(previous.id);
    if (previous && sameIds(previous.photos, photos)) continue;
    const values = proposedValues(photos, sharing, zoneOf, previous?.values.batch?.at ?? ++at);
    put.push({ id: previous?.id ?? newId(), values });
  }
  return { put, drop: [...free.keys()] };
}

function sameIds(some: readonly BoardPhoto[], others: readonly BoardPhoto[]): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]!.id);
}

/** Moves photos into one record: `target`, or the first record they come from. A record that loses all its photos is merged into it. */
export function mergePhotos(database: UserDatabase, photoIds: readonly string[], target?: string): Promise<Change | null> {
  return changeBoard(database, (board, zoneOf) => {
    const chosen = new Set(photoIds);
    const touched = board.groups.filter(({ id, photos }) => id === target || photos.some((photo) => chosen.has(photo.id)));
    const into = touched.find(({ id }) => target === undefined || id === target);
    if (!into || touched.length < 2) return null;
    const sources = touched.filter((group) => group !== into);
    const whole = sources.filter(({ photos }) => photos.every((photo) => chosen.has(photo.id)));
    const split = sources.filter((group) => !whole.includes(group));
    const merged = markEdited(mergedValues([into, ...whole], zoneOf));
    const coming = split.flatMap(({ photos }) => photos.filter((photo) => chosen.has(photo.id)));
    const before = [into, ...whole].flatMap(({ photos }) => photos);
    return {
      put: [
        { id: into.id, values: withPhotos(merged, before, [...before, ...coming], zoneOf) },
        ...split.map((group) => without(group, chosen, zoneOf)),
      ],
      drop: whole.map(({ id }) => id),
    };
  });
}

function without({ id, values, photos }: Group, chosen: ReadonlySet<string>, zoneOf: ZoneOf): Plan['put'][number] {
  return {
    id,
    values: withPhotos(
      values,
      photos,
      photos.filter((photo) => !chosen.has(photo.id)),
      zoneOf,
    ),
  };
}

/** Makes a new record of the photos. */
export function splitOff(database: UserDatabase, photoIds: readonly string[]): Promise<Change | null> {
  return changeBoard(database, (board, zoneOf) => {
    const chosen = new Set(photoIds);
    const sources = board.groups.filter(({ photos }) => photos.some((photo) => chosen.has(photo.id)));
    const [first] = sources;
    if (!first || (sources.length === 1 && first.photos.every((photo) => chosen.has(photo.id)))) return null;
    const photos = sources.flatMap((group) => group.photos.filter((photo) => chosen.has(photo.id)));
    const rest = restOf(sources, chosen, zoneOf);
    return { put: [{ id: newId(), values: splitValues(first.values, photos, zoneOf) }, ...rest.put], drop: rest.drop };
  });
}

/** The records without the chosen photos; a record left without photos and user input is dropped. */
function restOf(sources: readonly Group[], chosen: ReadonlySet<string>, zoneOf: ZoneOf): Plan {
  const rest = sources.map((group) => without(group, chosen, zoneOf));
  const isEmpty = ({ values }: Plan['put'][number]) => values.media.length === 0 && !hasUserInput(values);
  return { put: rest.filter((one) => !isEmpty(one)), drop: rest.filter(isEmpty).map(({ id }) => id) };
}

/** Takes photos out of all records. They stay on the device until the user deletes them. */
export function leaveOut(database: UserDatabase, photoIds: readonly string[], sharing: Sharing): Promise<Change | null> {
  return changeBoard(database, (board, zoneOf) => {
    const chosen = new Set(photoIds);
    const sources = board.groups.filter(({ photos }) => photos.some((photo) => chosen.has(photo.id)));
    if (sources.length === 0) return null;
    const leaving = sources.flatMap(({ photos }) => photos.filter((photo) => chosen.has(photo.id)));
    const rest = restOf(sources, chosen, zoneOf);
    return { put: [leftOutWith(board, leaving, sharing, zoneOf), ...rest.put], drop: rest.drop };
  });
}

function leftOutWith({ leftOut }: Board, photos: readonly BoardPhoto[], sharing: Sharing, zoneOf: ZoneOf): Plan['put'][number] {
  const values = proposedValues([...(leftOut?.photos ?? []), ...photos], sharing, zoneOf, 0);
  return { id: leftOut?.id ?? newId(), values: { ...values, batch: { proposal: null, at: 0, is_left_out: true } } };
}

/** Groups left-out photos into records again. */
export function putBack(database: UserDatabase, photoIds: readonly string[], gap: Gap, sharing: Sharing): Promise<Change | null> {
  return changeBoard(database, (board, zoneOf) => {
    const { leftOut } = board;
    if (!leftOut) return null;
    const chosen = new Set(photoIds);
    const coming = leftOut.photos.filter(({ id }) => chosen.has(id));
    const staying = leftOut.photos.filter(({ id }) => !chosen.has(id));
    if (coming.length === 0) return null;
    const plan = proposal(board, coming, gap, sharing, zoneOf);
    if (staying.length === 0) return { ...plan, drop: [...plan.drop, leftOut.id] };
    return { ...plan, put: [...plan.put, leftOutWith({ ...board, leftOut: { ...leftOut, photos: [] } }, staying, sharing, zoneOf)] };
  });
}

/** Permanently deletes the left-out photos. */
export async function deleteLeftOut(database: UserDatabase): Promise<void> {
  await changeBoardRows(database, async () => {
    const { leftOut } = await readBoard(database);
    if (!leftOut) return;
    await deleteBoardDraft(
      database,
      leftOut.id,
      leftOut.photos.map(({ id }) => id),
    );
  });
}

/** Moves a photo one position earlier or later in its record. The first photo is the cover. */
export function movePhoto(database: UserDatabase, photoId: string, by: -1 | 1): Promise<Change | null> {
  return changeBoard(database, (board) => {
    const group = board.groups.find(({ photos }) => photos.some(({ id }) => id === photoId));
    if (!group) return null;
    const media = [...group.values.media];
    const from = media.findIndex(({ id }) => id === photoId);
    const [photo] = media.splice(from, 1);
    if (!photo || from + by < 0 || from + by > media.length) return null;
    media.splice(from + by, 0, photo);
    return { put: [{ id: group.id, values: markEdited({ ...group.values, media }) }], drop: [] };
  });
}

/** Applies the same change to several records. A new place also sets the time zone. */
export function patchGroups(database: UserDatabase, groupIds: readonly string[], patch: FormPatch): Promise<Change | null> {
  return changeBoard(database, (board, zoneOf) => {
    const chosen = board.groups.filter(({ id }) => groupIds.includes(id));
    if (chosen.length === 0) return null;
    const patched = (values: FormValues): FormValues => {
      const next = markEdited({ ...values, ...patch });
      if (patch.latitude === undefined) return next;
      return zoned({ ...next, place_text: '', place_by: 'person' }, zoneOf);
    };
    return { put: chosen.map(({ id, values }) => ({ id, values: patched(values) })), drop: [] };
  });
}

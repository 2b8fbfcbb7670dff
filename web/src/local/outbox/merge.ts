import { type DeclaredMedia, getKnown, itemAt, normalCrop, ObservationDraft, pick, RECORD_FIELD_NAMES, recordParts } from '@veld/contract';
import { pickFields } from '../records/record-shape';
import { isSame } from './is-same';

/** Fields that are merged together: latitude and longitude from different sides would not be a place. */
const GROUPS = Object.values(recordParts);

export interface Merged {
  /** Both changes; mine if both changed the same field. */
  merged: ObservationDraft;
  /** What both sides changed: the first field of a group, `media`, or `attributes.<key>`. */
  conflicts: string[];
}

/**
 * Merges two changes of one record by field, given their common base. Without a base, every difference is a conflict unless one
 * side is empty.
 */
export function threeWayMerge(base: ObservationDraft | null, mine: ObservationDraft, theirs: ObservationDraft): Merged {
  const conflicts: string[] = [];
  const record = pickFields(mine);
  const fieldsOfTheirs = pickFields(theirs);
  for (const group of GROUPS) {
    const parts = (from: ObservationDraft | null) => group.map((name) => from?.[name] ?? null);
    const compared = findSide(parts(base), parts(mine), parts(theirs));
    const side = compared === 'conflict' && group[0] === recordParts.place[0] ? chosenPlace(mine, theirs) : compared;
    if (side === 'conflict') conflicts.push(group[0]);
    if (side === 'theirs') Object.assign(record, pick(fieldsOfTheirs, group));
  }
  const attributes: ObservationDraft['attributes'] = {};
  for (const key of new Set([...Object.keys(mine.attributes), ...Object.keys(theirs.attributes)])) {
    const side = findSide(base?.attributes[key], mine.attributes[key], theirs.attributes[key]);
    if (side === 'conflict') conflicts.push(`attributes.${key}`);
    const value = (side === 'theirs' ? theirs : mine).attributes[key];
    if (value !== undefined) attributes[key] = value;
  }
  const media = mergeMedia(base?.media ?? [], mine.media, theirs.media);
  if (media.isConflict) conflicts.push('media');
  const merged: ObservationDraft = { ...record, attributes, media: media.merged };
  // Two valid sides can merge into an invalid record (say, one removed the photo, the other the name).
  if (conflicts.length === 0 && !ObservationDraft.safeParse(merged).success) return { merged: mine, conflicts: ['taxon_id'] };
  return { merged, conflicts };
}

/** A place that the device added after saving yields to one that the person set or removed (docs/decisions/0031-the-place-follows-the-record.md). */
function chosenPlace(mine: ObservationDraft, theirs: ObservationDraft): 'mine' | 'theirs' | 'conflict' {
  const isMineLate = mine.location_delay_s != null;
  const isTheirsLate = theirs.location_delay_s != null;
  return isMineLate === isTheirsLate ? 'conflict' : isMineLate ? 'theirs' : 'mine';
}

function findSide(base: unknown, mine: unknown, theirs: unknown): 'mine' | 'theirs' | 'conflict' {
  if (isSame(mine, theirs) || isSame(base, theirs)) return 'mine';
  return isSame(base, mine) ? 'theirs' : 'conflict';
}

/**
 * Merges photos by id: additions and removals of both sides apply; caption, licence and crop merge like fields. The order is mine
 * unless only theirs changed; an added photo keeps the position its side gave it.
 */
export function mergeMedia(base: readonly DeclaredMedia[], mine: readonly DeclaredMedia[], theirs: readonly DeclaredMedia[]) {
  const inBase = new Map(base.map((photo) => [photo.id, photo]));
  const inMine = new Map(mine.map((photo) => [photo.id, photo]));
  const inTheirs = new Map(theirs.map((photo) => [photo.id, photo]));
  let isConflict = false;
  const merged: DeclaredMedia[] = [];
  for (const photo of mine) {
    const other = inTheirs.get(photo.id);
    if (!other) {
      if (!inBase.has(photo.id)) merged.push(photo);
      continue;
    }
    const side = findSide(detailsOf(inBase.get(photo.id)), detailsOf(photo), detailsOf(other));
    if (side === 'conflict') isConflict = true;
    // Uncropped on this side: set explicitly, because a missing crop would keep the other side's (`DeclaredMedia`).
    const isWhole = side === 'conflict' && photo.crop === undefined && !inBase.get(photo.id)?.crop;
    merged.push(side === 'theirs' ? other : isWhole ? { ...photo, crop: null } : photo);
  }
  for (const photo of theirs) if (!inMine.has(photo.id) && !inBase.has(photo.id)) merged.push(photo);
  const inBoth = (list: readonly DeclaredMedia[]) =>
    list.map((photo) => photo.id).filter((id) => inBase.has(id) && inMine.has(id) && inTheirs.has(id));
  const isTheirs = isSame(inBoth(mine), inBoth(base)) && !isSame(inBoth(theirs), inBoth(base));
  const [first, second] = isTheirs ? [theirs, mine] : [mine, theirs];
  return { merged: inOrder(merged, first, second).map((photo, order) => ({ ...photo, order })), isConflict };
}

/** Sorts by the first list. A photo only in the second list keeps its predecessor from there, or its place at the end. */
function inOrder(media: readonly DeclaredMedia[], first: readonly DeclaredMedia[], second: readonly DeclaredMedia[]): DeclaredMedia[] {
  const left = new Map(media.map((photo) => [photo.id, photo]));
  const ids = first.map((photo) => photo.id).filter((id) => left.has(id));
  const others = second.map((photo) => photo.id).filter((id) => left.has(id));
  const end = others.findLastIndex((id) => ids.includes(id)) + 1;
  for (const [at, id] of others.slice(0, end).entries())
    if (!ids.includes(id)) ids.splice(at === 0 ? 0 : ids.indexOf(itemAt(others, at - 1)) + 1, 0, id);
  return [...ids, ...others.slice(end)].map((id) => getKnown(left, id));
}

function detailsOf(photo: DeclaredMedia | undefined) {
  const crop = normalCrop(photo?.crop);
  return photo && [photo.caption ?? null, photo.license ?? null, crop && [crop.x, crop.y, crop.width, crop.height]];
}

/**
 * Moves the base of an edit to the current record. Fields the user edited keep the base value they saw, so that conflicts in them
 * are still detected.
 */
export function rebaseEditBase(base: ObservationDraft, mine: ObservationDraft, now: ObservationDraft): ObservationDraft {
  const touched = new Set(differences(base, mine));
  const record = pickFields(now);
  const fieldsOfBase = pickFields(base);
  for (const group of GROUPS) if (touched.has(group[0])) Object.assign(record, pick(fieldsOfBase, group));
  const attributes: ObservationDraft['attributes'] = {};
  for (const key of new Set([...Object.keys(base.attributes), ...Object.keys(now.attributes)])) {
    const value = (touched.has(`attributes.${key}`) ? base : now).attributes[key];
    if (value !== undefined) attributes[key] = value;
  }
  const inBase = new Map(base.media.map((photo) => [photo.id, photo]));
  const inMine = new Map(mine.media.map((photo) => [photo.id, photo]));
  const media = now.media.map((photo) => {
    const before = inBase.get(photo.id);
    return before && !isSame(detailsOf(before), detailsOf(inMine.get(photo.id))) ? { ...before, order: photo.order } : photo;
  });
  return { ...record, attributes, media };
}

/** What differs between two versions: the first field of each group, `attributes.<key>`, or `media`. */
export function differences(one: ObservationDraft, other: ObservationDraft): string[] {
  const fields = GROUPS.filter((group) => group.some((name) => !isSame(one[name], other[name]))).map(([first]) => first);
  const keys = [...new Set([...Object.keys(one.attributes), ...Object.keys(other.attributes)])];
  const attributes = keys.filter((key) => !isSame(one.attributes[key], other.attributes[key])).map((key) => `attributes.${key}`);
  const photos = ({ media }: ObservationDraft) => media.map((photo) => [photo.id, ...(detailsOf(photo) ?? [])]);
  return [...fields, ...attributes, ...(isSame(photos(one), photos(other)) ? [] : ['media'])];
}

/** Whether two drafts are equal. */
export function isSameDraft(first: ObservationDraft, second: ObservationDraft): boolean {
  const plain = (draft: ObservationDraft) => [
    RECORD_FIELD_NAMES.map((name) => draft[name] ?? null),
    draft.media.map((photo) => [photo.id, ...(detailsOf(photo) ?? [])]),
    Object.entries(draft.attributes).sort(([one], [two]) => (one < two ? -1 : 1)),
  ];
  return isSame(plain(first), plain(second));
}

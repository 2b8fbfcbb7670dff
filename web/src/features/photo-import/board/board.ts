import type { UserDatabase } from '../../../local/db/database';
import { listDrafts } from '../../../local/records/drafts';
import { photosById } from '../../../local/records/photos';
import { type LocalDraft, NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { blankValues, type FormPatch, type FormValues, restoredValues, takenAt } from '../../recording/data';
import { type BoardPhoto, isAsProposed, readBatchMark } from './board-values';
import { isOnBoard } from '../../recording/on-board';

/** A future record, proposed from photos and possibly edited; stored as a draft. */
export interface Group {
  /** Id of the draft and of the record saved from it. */
  id: string;
  values: FormValues;
  photos: BoardPhoto[];
  isProposed: boolean;
  /** Times of the first and the last photo (camera clock), or else the entered time; null if unknown. */
  from: number | null;
  to: number | null;
  updatedAt: number;
}

export interface Board {
  /** In order of time; those without a time come last. */
  groups: Group[];
  /** The photos that belong to no record. */
  leftOut: Group | null;
}

export const EMPTY_BOARD: Board = { groups: [], leftOut: null };

/** Defaults for fields that a draft of an older version lacks. */
const BLANK = blankValues({ geoprivacy: 'private', license: null });

const knownFacts = new WeakMap<UserDatabase, Map<string, PhotoFacts>>();

/** Caches the metadata of a photo. It never changes, and reading it from the database loads the whole picture. */
export function rememberFacts(database: UserDatabase, id: string, facts: PhotoFacts): void {
  const known = knownFacts.get(database) ?? new Map<string, PhotoFacts>();
  knownFacts.set(database, known.set(id, facts));
}

/** Reads the board from the database. May be called within a transaction on drafts and photos. */
export async function readBoard(database: UserDatabase): Promise<Board> {
  return database.read(async () => {
    const drafts = (await listDrafts(database)).filter(isOnBoard);
    const known = knownFacts.get(database);
    const unknown = drafts.flatMap(({ values }) => mediaIn(values).flatMap(({ id }) => (known?.has(id) ? [] : [id])));
    if (unknown.length > 0) for (const photo of await photosById(database, unknown)) rememberFacts(database, photo.id, photo.facts);
    return boardFrom(drafts, (id) => knownFacts.get(database)?.get(id) ?? NO_FACTS);
  });
}

const mediaIn = (values: FormPatch) => (Array.isArray(values.media) ? values.media : []);

function boardFrom(drafts: readonly LocalDraft[], factsOf: (id: string) => PhotoFacts): Board {
  const board: Board = { groups: [], leftOut: null };
  for (const draft of drafts) {
    const group = groupOf(draft, factsOf);
    if (readBatchMark(draft.values)?.is_left_out) board.leftOut = group;
    else board.groups.push(group);
  }
  board.groups.sort(byTime);
  const ids = new Set(drafts.map(({ id }) => id));
  for (const id of knownGroups.keys()) if (!ids.has(id)) knownGroups.delete(id);
  return board;
}

const knownGroups = new Map<string, { values: string; group: Group }>();

/** The group of a draft: the same object as long as the draft is the same, so that the screen renders only what changed. */
function groupOf(draft: LocalDraft, factsOf: (id: string) => PhotoFacts): Group {
  const stored = JSON.stringify([draft.updated_at, draft.values]);
  const known = knownGroups.get(draft.id);
  if (known?.values === stored) return known.group;
  const group = newGroup(draft, factsOf);
  knownGroups.set(draft.id, { values: stored, group });
  return group;
}

function newGroup(draft: LocalDraft, factsOf: (id: string) => PhotoFacts): Group {
  const values = restoredValues(draft.values, BLANK);
  const photos = mediaIn(values).map((photo) => ({ ...photo, facts: factsOf(photo.id) }));
  return groupFrom(draft.id, values, photos, draft.updated_at);
}

export function groupFrom(id: string, values: FormValues, photos: BoardPhoto[], updatedAt: number): Group {
  const times = photos.flatMap(({ facts }) => takenAt(facts) ?? []);
  const given =
    values.date_kind === 'day' && values.day !== ''
      ? takenAt({ ...NO_FACTS, taken_on: values.day, taken_time: values.time || null })
      : null;
  const from = times.length > 0 ? Math.min(...times) : given;
  const to = times.length > 0 ? Math.max(...times) : given;
  return { id, values, photos, isProposed: isAsProposed(values), from, to, updatedAt };
}

function byTime(one: Group, other: Group): number {
  if (one.from !== other.from) return (one.from ?? Infinity) - (other.from ?? Infinity);
  return (one.values.batch?.at ?? 0) - (other.values.batch?.at ?? 0) || (one.id < other.id ? -1 : 1);
}

/** An adjacent record whose place may be reused. */
export interface Neighbour {
  group: Group;
  /** Milliseconds between the two records; null if one has no time. */
  apart: number | null;
  isBefore: boolean;
}

/** The nearest records with a place before and after the given ones, the closest in time first. */
export function findNeighbours(groups: readonly Group[], ids: readonly string[]): Neighbour[] {
  const chosen = new Set(ids);
  const first = groups.findIndex(({ id }) => chosen.has(id));
  const last = groups.findLastIndex(({ id }) => chosen.has(id));
  if (first < 0) return [];
  const hasPlace = ({ id, values }: Group) => !chosen.has(id) && values.latitude !== null;
  const before = groups.slice(0, first).findLast(hasPlace);
  const after = groups.slice(last + 1).find(hasPlace);
  const found: Neighbour[] = [];
  if (before) found.push({ group: before, apart: between(before.to, groups[first]!.from), isBefore: true });
  if (after) found.push({ group: after, apart: between(groups[last]!.to, after.from), isBefore: false });
  return found.toSorted((one, other) => (one.apart ?? Infinity) - (other.apart ?? Infinity) || 0);
}

function between(earlier: number | null, later: number | null): number | null {
  return earlier === null || later === null ? null : Math.max(0, later - earlier);
}

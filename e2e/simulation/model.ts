import { type DeclaredMedia, normalCrop, type ObservationDraft } from '@veld/contract';
import { Order } from './order.ts';
import { type Value, Written } from './written.ts';

/** Fields that the simulation changes, each from another group of fields that merge together. Every value is written once. */
export const FIELDS = ['notes', 'count', 'coordinate_uncertainty_m'] as const;
export type Field = (typeof FIELDS)[number];

interface Photo {
  sha256: string;
  device: string;
  isKept: boolean;
  removal: 'none' | 'given-up' | 'kept';
  remover: string | null;
  /** What was said of it when it was taken out. */
  removedWords: string | null;
  /** Caption, licence and crop, which merge together. */
  words: Written;
}

interface ModelRecord {
  fields: Record<Field, Written>;
  photos: Map<string, Photo>;
  order: Order;
  isDeleted: boolean;
}

type Draft = Pick<ObservationDraft, Field | 'media'>;

/** What is said of a photo, as one value. */
export function wordsOf({ caption, license, crop }: Pick<DeclaredMedia, 'caption' | 'license' | 'crop'>): string {
  const part = normalCrop(crop);
  return JSON.stringify([caption ?? null, license ?? null, part && [part.x, part.y, part.width, part.height]]);
}

/** What a person's records must be, whatever went wrong: who wrote what on top of what. */
export class Model {
  readonly records = new Map<string, ModelRecord>();
  readonly drafts = new Map<string, { device: string; notes: string }>();
  readonly wizards = new Set<string>();

  /** An acknowledged save. `before`: what the form showed. */
  saved(device: string, id: string, before: Draft | null, after: Draft): void {
    const record = this.#record(id);
    for (const field of FIELDS) {
      const value = after[field];
      if (value == null || value === before?.[field]) continue;
      record.fields[field].write(device, value, before?.[field] ?? null);
    }
    const shown = new Map(before?.media.map((photo) => [photo.id, wordsOf(photo)]));
    for (const photo of after.media) {
      if (!record.photos.has(photo.id)) {
        const words = new Written();
        record.photos.set(photo.id, {
          sha256: photo.sha256,
          device,
          isKept: true,
          removal: 'none',
          remover: null,
          removedWords: null,
          words,
        });
      }
      const saw = shown.get(photo.id) ?? null;
      if (wordsOf(photo) !== saw) record.photos.get(photo.id)!.words.write(device, wordsOf(photo), saw);
    }
    for (const photo of before?.media ?? []) {
      if (after.media.some((one) => one.id === photo.id)) continue;
      const known = record.photos.get(photo.id)!;
      known.removal = 'kept';
      known.remover = device;
      known.removedWords = wordsOf(photo);
    }
    record.order.saved(device, idsOf(before), idsOf(after));
  }

  deleted(id: string): void {
    this.#record(id).isDeleted = true;
  }

  /** Two versions of a field, and the person chose `mine`. */
  chose(id: string, field: Field, mine: Value, theirs: Value): void {
    this.#record(id).fields[field].chose(mine, theirs);
  }

  /** Two versions of what is said of photos, and the person chose `mine` where both had changed it. */
  choseWords(id: string, base: Draft | null, mine: Draft, theirs: Draft): void {
    for (const photo of mine.media) {
      const other = theirs.media.find((one) => one.id === photo.id);
      const from = base?.media.find((one) => one.id === photo.id);
      const [here, there, before] = [wordsOf(photo), other && wordsOf(other), from && wordsOf(from)];
      if (there !== undefined && here !== before && there !== before) this.#record(id).photos.get(photo.id)!.words.chose(here, there);
    }
  }

  /** A person threw away what waited on this device, down to what it was based on; the server may have had it all the same. */
  gaveUp(device: string, id: string, mine: Draft, base: Draft | null): void {
    const record = this.#record(id);
    for (const field of FIELDS) record.fields[field].giveUp(device, mine[field], base?.[field]);
    const inBase = new Map(base?.media.map((photo) => [photo.id, wordsOf(photo)]));
    const inMine = new Map(mine.media.map((photo) => [photo.id, wordsOf(photo)]));
    for (const [photoId, photo] of record.photos) {
      if (photo.device === device && !inBase.has(photoId)) photo.isKept = false;
      if (photo.remover === device && inBase.has(photoId) && !inMine.has(photoId)) photo.removal = 'given-up';
      // Words written before the photo was taken out are given up with that.
      const words = inMine.get(photoId) ?? (photo.remover === device ? photo.removedWords : null);
      photo.words.giveUp(device, words, inBase.get(photoId));
    }
    record.order.gaveUp(device);
  }

  /** What is wrong with what the server has of a record in the end; nothing where all is well. */
  faultsOf(id: string, stored: Draft | null): string[] {
    const record = this.records.get(id);
    if (!record) return [`${id} is at the server and nobody made it`];
    if (record.isDeleted) return stored ? [`${id} was deleted and is there`] : [];
    if (!stored) return [`${id} was acknowledged and is lost`];
    const faults = FIELDS.flatMap((field) => record.fields[field].faultsOf(`${field} of ${id}`, stored[field]));
    const there = new Set(idsOf(stored));
    for (const [photoId, photo] of record.photos) {
      if (photo.removal === 'kept' && there.has(photoId)) faults.push(`photo ${photoId} of ${id} was taken out and is there`);
      if (photo.removal === 'none' && photo.isKept && !there.has(photoId)) faults.push(`photo ${photoId} of ${id} is lost`);
    }
    for (const photo of stored.media) {
      const known = record.photos.get(photo.id);
      if (known?.sha256 !== photo.sha256) faults.push(`photo ${photo.id} of ${id} has another hash`);
      if (known) faults.push(...known.words.faultsOf(`what is said of photo ${photo.id} of ${id}`, wordsOf(photo)));
    }
    if (there.size !== stored.media.length) faults.push(`${id} has a photo twice`);
    faults.push(...record.order.faultsOf(id, idsOf(stored)));
    return faults;
  }

  #record(id: string): ModelRecord {
    if (!this.records.has(id)) {
      const fields = { notes: new Written(), count: new Written(), coordinate_uncertainty_m: new Written() };
      this.records.set(id, { fields, photos: new Map(), order: new Order(), isDeleted: false });
    }
    return this.records.get(id)!;
  }
}

function idsOf(draft: Draft | null): string[] {
  return draft?.media.map((photo) => photo.id) ?? [];
}

import type { ObservationDraft } from '@veld/contract';

/** Fields that the simulation changes, each from another group of fields that merge together. Every value is written once. */
export const FIELDS = ['notes', 'count', 'coordinate_uncertainty_m'] as const;
export type Field = (typeof FIELDS)[number];
type Value = string | number;

interface Written {
  device: string;
  /** What the person saw in the field when writing this: by it, that is superseded. */
  saw: Set<Value>;
  /** Acknowledged and not given up by its person: it must not get lost. */
  isKept: boolean;
}

interface Photo {
  sha256: string;
  device: string;
  isKept: boolean;
  removal: 'none' | 'given-up' | 'kept';
  remover: string | null;
}

interface ModelRecord {
  fields: Record<Field, Map<Value, Written>>;
  photos: Map<string, Photo>;
  isDeleted: boolean;
}

type Draft = Pick<ObservationDraft, Field | 'media'>;

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
      const saw = before?.[field];
      const known = record.fields[field].get(value);
      if (known && saw != null) known.saw.add(saw);
      if (!known) record.fields[field].set(value, { device, saw: new Set(saw == null ? [] : [saw]), isKept: true });
    }
    for (const photo of after.media)
      if (!record.photos.has(photo.id))
        record.photos.set(photo.id, { sha256: photo.sha256, device, isKept: true, removal: 'none', remover: null });
    for (const photo of before?.media ?? []) {
      if (after.media.some((one) => one.id === photo.id)) continue;
      const known = record.photos.get(photo.id)!;
      known.removal = 'kept';
      known.remover = device;
    }
  }

  deleted(id: string): void {
    this.#record(id).isDeleted = true;
  }

  /** Two versions of a field, and the person chose `mine`. */
  chose(id: string, field: Field, mine: Value, theirs: Value): void {
    if (mine !== theirs) this.#record(id).fields[field].get(mine)!.saw.add(theirs);
  }

  /** A person threw away what waited on this device, down to what it was based on; the server may have had it all the same. */
  gaveUp(device: string, id: string, mine: Draft, base: Draft | null): void {
    const record = this.#record(id);
    for (const field of FIELDS) {
      const line = [mine[field]];
      for (let value = line.pop(); value != null; value = line.pop()) {
        const written = record.fields[field].get(value);
        if (!written || written.device !== device || !written.isKept || value === base?.[field]) continue;
        written.isKept = false;
        line.push(...written.saw);
      }
    }
    const inBase = new Set(base?.media.map((photo) => photo.id));
    const inMine = new Set(mine.media.map((photo) => photo.id));
    for (const [photoId, photo] of record.photos) {
      if (photo.device === device && !inBase.has(photoId)) photo.isKept = false;
      if (photo.remover === device && inBase.has(photoId) && !inMine.has(photoId)) photo.removal = 'given-up';
    }
  }

  /** What is wrong with what the server has of a record in the end; nothing where all is well. */
  faultsOf(id: string, stored: Draft | null): string[] {
    const record = this.records.get(id);
    if (!record) return [`${id} is at the server and nobody made it`];
    if (record.isDeleted) return stored ? [`${id} was deleted and is there`] : [];
    if (!stored) return [`${id} was acknowledged and is lost`];
    const faults: string[] = [];
    for (const field of FIELDS) {
      const value = stored[field];
      const written = record.fields[field];
      if (value == null || !written.has(value)) {
        faults.push(`${field} of ${id} is ${value}, which nobody wrote`);
        continue;
      }
      const superseded = closure(written, value);
      for (const [other, { isKept }] of written)
        if (isKept && !superseded.has(other)) faults.push(`${field} of ${id} is ${value}, and ${other} got lost without a word`);
    }
    const there = new Set(stored.media.map((photo) => photo.id));
    for (const [photoId, photo] of record.photos) {
      if (photo.removal === 'kept' && there.has(photoId)) faults.push(`photo ${photoId} of ${id} was taken out and is there`);
      if (photo.removal === 'none' && photo.isKept && !there.has(photoId)) faults.push(`photo ${photoId} of ${id} is lost`);
    }
    for (const { id: photoId, sha256 } of stored.media)
      if (record.photos.get(photoId)?.sha256 !== sha256) faults.push(`photo ${photoId} of ${id} has another hash`);
    if (there.size !== stored.media.length) faults.push(`${id} has a photo twice`);
    return faults;
  }

  #record(id: string): ModelRecord {
    if (!this.records.has(id)) {
      const fields = { notes: new Map(), count: new Map(), coordinate_uncertainty_m: new Map() };
      this.records.set(id, { fields, photos: new Map(), isDeleted: false });
    }
    return this.records.get(id)!;
  }
}

/** A value and all that it was written on top of. */
function closure(written: Map<Value, Written>, value: Value): Set<Value> {
  const found = new Set<Value>();
  const line = [value];
  for (let next = line.pop(); next !== undefined; next = line.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    line.push(...(written.get(next)?.saw ?? []));
  }
  return found;
}

import { type DeclaredMedia, normalCrop, type ObservationDraft } from '@veld/contract';
import { PhotoOrder } from './photo-order.ts';
import { type Value, ValueHistory } from './value-history.ts';

/** Fields that the simulation changes, each from another group of fields that merge together. */
export const FIELDS = ['notes', 'count', 'coordinate_uncertainty_m'] as const;
export type Field = (typeof FIELDS)[number];

interface Photo {
  sha256: string;
  device: string;
  isKept: boolean;
  removal: 'none' | 'discarded' | 'kept';
  remover: string | null;
  /** Its metadata when it was removed. */
  removedMetadata: string | null;
  /** Caption, licence and crop, which merge together. */
  metadata: ValueHistory;
}

interface ModelRecord {
  fields: Record<Field, ValueHistory>;
  photos: Map<string, Photo>;
  order: PhotoOrder;
  isDeleted: boolean;
}

type Draft = Pick<ObservationDraft, Field | 'media'>;

/** Caption, licence and crop of a photo as one value. */
export function serializeMetadata({ caption, license, crop }: Pick<DeclaredMedia, 'caption' | 'license' | 'crop'>): string {
  const part = normalCrop(crop);
  return JSON.stringify([caption ?? null, license ?? null, part && [part.x, part.y, part.width, part.height]]);
}

/** What a person's records must look like despite all faults: which device wrote which value, and what it had seen before. */
export class Model {
  readonly records = new Map<string, ModelRecord>();
  readonly drafts = new Map<string, { device: string; notes: string }>();
  readonly wizards = new Set<string>();

  /** An acknowledged save; `before` is what the form showed. */
  saved(device: string, id: string, before: Draft | null, after: Draft): void {
    const record = this.#record(id);
    for (const field of FIELDS) {
      const value = after[field];
      if (value == null || value === before?.[field]) continue;
      record.fields[field].write(device, value, before?.[field] ?? null);
    }
    const shown = new Map(before?.media.map((photo) => [photo.id, serializeMetadata(photo)]));
    for (const photo of after.media) {
      if (!record.photos.has(photo.id)) {
        const metadata = new ValueHistory();
        record.photos.set(photo.id, {
          sha256: photo.sha256,
          device,
          isKept: true,
          removal: 'none',
          remover: null,
          removedMetadata: null,
          metadata,
        });
      }
      const saw = shown.get(photo.id) ?? null;
      if (serializeMetadata(photo) !== saw) record.photos.get(photo.id)!.metadata.write(device, serializeMetadata(photo), saw);
    }
    for (const photo of before?.media ?? []) {
      if (after.media.some((one) => one.id === photo.id)) continue;
      const known = record.photos.get(photo.id)!;
      known.removal = 'kept';
      known.remover = device;
      known.removedMetadata = serializeMetadata(photo);
    }
    record.order.saved(device, idsOf(before), idsOf(after));
  }

  deleted(id: string): void {
    this.#record(id).isDeleted = true;
  }

  /** The person resolved a conflict in a field and chose `mine`. */
  chose(id: string, field: Field, mine: Value, theirs: Value): void {
    this.#record(id).fields[field].chose(mine, theirs);
  }

  /** The person resolved a conflict in the metadata of photos and chose `mine` where both sides had changed it. */
  choseMetadata(id: string, base: Draft | null, mine: Draft, theirs: Draft): void {
    for (const photo of mine.media) {
      const other = theirs.media.find((one) => one.id === photo.id);
      const from = base?.media.find((one) => one.id === photo.id);
      const [here, there, before] = [serializeMetadata(photo), other && serializeMetadata(other), from && serializeMetadata(from)];
      if (there !== undefined && here !== before && there !== before) this.#record(id).photos.get(photo.id)!.metadata.chose(here, there);
    }
  }

  /** The person discarded the unsent edits of this device, back to their edit base. The server may have received them anyway. */
  discarded(device: string, id: string, mine: Draft, base: Draft | null): void {
    const record = this.#record(id);
    for (const field of FIELDS) record.fields[field].discard(device, mine[field], base?.[field]);
    const inBase = new Map(base?.media.map((photo) => [photo.id, serializeMetadata(photo)]));
    const inMine = new Map(mine.media.map((photo) => [photo.id, serializeMetadata(photo)]));
    for (const [photoId, photo] of record.photos) {
      if (photo.device === device && !inBase.has(photoId)) photo.isKept = false;
      // Without a base, the server may have the photos of an earlier save whose response was lost.
      if (photo.remover === device && (!base || inBase.has(photoId)) && !inMine.has(photoId)) photo.removal = 'discarded';
      // Metadata written before the removal of the photo is discarded with it.
      const metadata = inMine.get(photoId) ?? (photo.remover === device ? photo.removedMetadata : null);
      photo.metadata.discard(device, metadata, inBase.get(photoId));
    }
    record.order.discarded(device);
  }

  /** Compares a record on the server with the model. Returns one line per fault. */
  faultsOf(id: string, stored: Draft | null): string[] {
    const record = this.records.get(id);
    if (!record) return [`${id} is on the server, and nobody made it`];
    if (record.isDeleted) return stored ? [`${id} was deleted and is still there`] : [];
    if (!stored) return [`${id} was acknowledged and is lost`];
    const faults = FIELDS.flatMap((field) => record.fields[field].faultsOf(`${field} of ${id}`, stored[field]));
    const there = new Set(idsOf(stored));
    for (const [photoId, photo] of record.photos) {
      if (photo.removal === 'kept' && there.has(photoId)) faults.push(`photo ${photoId} of ${id} was removed and is still there`);
      if (photo.removal === 'none' && photo.isKept && !there.has(photoId)) faults.push(`photo ${photoId} of ${id} is lost`);
    }
    for (const photo of stored.media) {
      const known = record.photos.get(photo.id);
      if (known?.sha256 !== photo.sha256) faults.push(`photo ${photo.id} of ${id} has another hash`);
      if (known) faults.push(...known.metadata.faultsOf(`metadata of photo ${photo.id} of ${id}`, serializeMetadata(photo)));
    }
    if (there.size !== stored.media.length) faults.push(`${id} has a photo twice`);
    faults.push(...record.order.faultsOf(id, idsOf(stored)));
    return faults;
  }

  #record(id: string): ModelRecord {
    if (!this.records.has(id)) {
      const fields = { notes: new ValueHistory(), count: new ValueHistory(), coordinate_uncertainty_m: new ValueHistory() };
      this.records.set(id, { fields, photos: new Map(), order: new PhotoOrder(), isDeleted: false });
    }
    return this.records.get(id)!;
  }
}

function idsOf(draft: Draft | null): string[] {
  return draft?.media.map((photo) => photo.id) ?? [];
}

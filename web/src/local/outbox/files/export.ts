import type { UserDatabase } from '../../db/database';
import { listOutbox } from '../outbox';
import { pickDraft } from '../../records/record-shape';
import type { LocalPhoto } from '../../db/rows';
import { signExport } from './signature';
import { zipEntries, type ZipEntry } from './zip';

export interface ExportFile {
  name: string;
  blob: Blob;
}

export interface ExportOptions {
  now?: number;
  largestPart?: number;
  /** Only this record, without drafts. */
  observationId?: string;
  /** The key of the account. Without one the export isn't signed, and its records are imported as drafts. */
  key?: string | undefined;
  /** The name of this device. */
  device?: string;
}

/** Bytes; well below the 4 GB limit of a plain zip, and easy to copy. */
const LARGEST_PART = 1024 ** 3;

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
};

/** Identifies `records.json` of an export (`read-export.ts`). */
export const EXPORT_FORMAT = 'veld-unsent-1';
export const RECORDS_FILE = 'records.json';
/** The signature of `records.json`. It covers the photos too, because `records.json` has their hashes. */
export const SIGNATURE_FILE = 'records.sig';

/** Path of a photo's bytes in the archive. */
export function formatPhotoPath(photo: Pick<LocalPhoto, 'id' | 'type'>): string {
  return `photos/${photo.id}.${EXTENSIONS[photo.type] ?? 'bin'}`;
}

/**
 * Exports everything that only this device has as zip files: `records.json` (records, drafts, and items with their errors), its
 * signature, and the photos, byte for byte, as `photos/<id>.<type>`. Photos beyond `largestPart` bytes go into further files.
 * `importUnsent` reads them on any device of the person.
 */
export async function exportUnsent(database: UserDatabase, options: ExportOptions = {}): Promise<ExportFile[]> {
  const { observationId } = options;
  const items = (await listOutbox(database)).filter((item) => !observationId || item.observation_id === observationId);
  const ids = [...new Set(items.flatMap((item) => (item.observation_id ? [item.observation_id] : [])))];
  const rows = (await database.read(() => database.observations.bulkGet(ids))).filter((row) => row !== undefined);
  const drafts = observationId ? [] : await database.read(() => database.drafts.toArray());
  const unsent = new Set(items.filter((item) => item.kind === 'photo').map((item) => item.subject));
  const draftPhotos = observationId ? [] : await database.read(() => database.photos.where('draft_id').above('').primaryKeys());
  const photoIds = [...unsent, ...draftPhotos];
  const photos = (await database.read(() => database.photos.bulkGet(photoIds))).filter((photo) => photo !== undefined);
  const manifest = {
    format: EXPORT_FORMAT,
    user_id: database.userId,
    made_at: new Date(options.now ?? Date.now()).toISOString(),
    device: options.device ?? null,
    records: rows.map((row) => ({
      id: row.id,
      version: row.version,
      taxon_name: row.taxon?.scientific_name ?? null,
      record: readable(() => pickDraft(row)) ?? row,
    })),
    drafts,
    items,
    photos: photos.map(withoutBytes),
  };
  const json = new Blob([JSON.stringify(manifest, null, 2)], { type: 'application/json' });
  let entries: ZipEntry[] = [{ name: RECORDS_FILE, blob: json }];
  const parts = [entries];
  const signature = options.key ? await signExport(options.key, await json.arrayBuffer()) : null;
  if (signature) entries.push({ name: SIGNATURE_FILE, blob: new Blob([signature]) });
  let size = json.size;
  for (const photo of photos) {
    if (size + photo.byte_length > (options.largestPart ?? LARGEST_PART) && entries.length > 0) {
      entries = [];
      parts.push(entries);
      size = 0;
    }
    entries.push({ name: formatPhotoPath(photo), blob: photo.blob });
    size += photo.byte_length;
  }
  const day = manifest.made_at.slice(0, 10);
  const files: ExportFile[] = [];
  for (const [index, part] of parts.entries()) {
    const number = parts.length > 1 ? `-${index + 1}-of-${parts.length}` : '';
    const record = observationId ? `-${observationId.slice(-8)}` : '';
    files.push({ name: `veld-unsent-${day}${record}${number}.zip`, blob: await zipEntries(part) });
  }
  return files;
}

function withoutBytes(photo: LocalPhoto): Omit<LocalPhoto, 'blob' | 'preview'> {
  const { blob: _, preview: __, ...facts } = photo;
  return facts;
}

/** Returns null for a damaged row, which is then exported as it is. */
function readable<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

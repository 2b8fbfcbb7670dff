import type { UserDatabase } from './database';
import { listOutbox } from './outbox';
import { draftOf } from './record-shape';
import { bodyOf } from './save-observation';
import { zipOf, type ZipEntry } from './zip';

export interface ExportFile {
  name: string;
  blob: Blob;
}

/** Well below the 4 GB of a plain zip, and small enough to be moved about. */
const LARGEST_PART = 1024 ** 3;

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
};

/**
 * Everything that only this device has, as zip files: `records.json` (records, drafts and why they wait) and the photos,
 * byte for byte, under `photos/<id>.<type>`. Several files where the photos are many.
 */
export async function exportUnsent(database: UserDatabase, options: { now?: number; largestPart?: number } = {}): Promise<ExportFile[]> {
  const items = await listOutbox(database);
  const ids = [...new Set(items.flatMap((item) => (item.observation_id ? [item.observation_id] : [])))];
  const rows = (await database.read(() => database.observations.bulkGet(ids))).filter((row) => row !== undefined);
  const drafts = await database.read(() => database.drafts.toArray());
  const unsent = new Set(items.filter((item) => item.kind === 'photo').map((item) => item.subject));
  const draftPhotos = await database.read(() => database.photos.where('draft_id').above('').primaryKeys());
  const photoIds = [...unsent, ...draftPhotos];
  const describe = {
    made_at: new Date(options.now ?? Date.now()).toISOString(),
    records: rows.map((row) => ({
      id: row.id,
      version: row.version,
      taxon_name: row.taxon?.scientific_name ?? null,
      record: readable(() => draftOf(row)) ?? row,
    })),
    drafts,
    waiting: items.map((item) => ({
      kind: item.kind,
      call: item.route,
      subject: item.subject,
      state: item.state,
      tries: item.tries,
      error: item.last_error,
      conflict: item.conflict,
      record: bodyOf(item),
    })),
  };
  const json = new Blob([JSON.stringify(describe, null, 2)], { type: 'application/json' });
  const parts: ZipEntry[][] = [[{ name: 'records.json', blob: json }]];
  let size = json.size;
  for (const id of photoIds) {
    const photo = await database.read(() => database.photos.get(id));
    if (!photo) continue;
    if (size + photo.byte_length > (options.largestPart ?? LARGEST_PART) && parts.at(-1)!.length > 0) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push({ name: `photos/${photo.id}.${EXTENSIONS[photo.type] ?? 'bin'}`, blob: photo.blob });
    size += photo.byte_length;
  }
  const day = describe.made_at.slice(0, 10);
  const files: ExportFile[] = [];
  for (const [index, entries] of parts.entries()) {
    const number = parts.length > 1 ? `-${index + 1}-of-${parts.length}` : '';
    files.push({ name: `veld-unsent-${day}${number}.zip`, blob: await zipOf(entries) });
  }
  return files;
}

/** A damaged row is exported as it is rather than left out. */
function readable<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

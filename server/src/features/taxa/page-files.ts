import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Bytes } from './bytes.ts';

/** Built pages on disk: they survive a restart, and a taxonomy in all languages does not have to fit in memory. */
export interface PageFiles {
  /** Null where it is missing or incomplete. */
  read(version: string, key: string): Promise<Bytes | null>;
  /** Deletes pages of other versions. A full or read-only disk costs one log line and nothing else. */
  write(version: string, key: string, bytes: Bytes): Promise<void>;
}

/** Limit of bytes on disk. A page beyond it is built again when it is not in memory. */
const MOST_BYTES = 2 * 1024 ** 3;

interface Header {
  etag: string;
  br: number;
  sha256: string;
}

/** `form` identifies the shape of pages: pages of another program version are not read. */
export function pageFiles(folder: string, form: string, log: Pick<FastifyBaseLogger, 'warn'>, most = MOST_BYTES): PageFiles {
  let of: { name: string; bytes: number } | null = null;
  let hasComplained = false;
  const nameOf = (version: string) => hash(`${form} ${version}`);
  const pathOf = (version: string, key: string) => join(folder, nameOf(version), hash(key));

  /** Creates the folder of a version, deletes other versions, and counts its bytes. */
  async function open(version: string): Promise<{ name: string; bytes: number }> {
    const name = nameOf(version);
    if (of?.name === name) return of;
    await mkdir(join(folder, name), { recursive: true });
    for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { recursive: true, force: true });
    let bytes = 0;
    for (const file of await readdir(join(folder, name))) bytes += (await stat(join(folder, name, file)).catch(() => ({ size: 0 }))).size;
    of = { name, bytes };
    return of;
  }

  return {
    async read(version, key) {
      const content = await readFile(pathOf(version, key)).catch(() => null);
      return content && unpack(content);
    },
    async write(version, key, bytes) {
      try {
        const opened = await open(version);
        const content = pack(bytes);
        if (opened.bytes + content.length > most) return;
        opened.bytes += content.length;
        const path = pathOf(version, key);
        // Written under a temporary name and renamed, so it is never incomplete.
        const half = `${path}.${randomUUID()}`;
        await writeFile(half, content);
        await rename(half, path);
      } catch (error) {
        of = null;
        // Another version has arrived meanwhile and deleted the folder.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        if (!hasComplained) log.warn({ err: { message: (error as Error).message } }, 'taxonomy pages cannot be kept on the disk');
        hasComplained = true;
      }
    },
  };
}

/** A line of JSON, followed by the two encodings. */
function pack({ etag, br, gzip }: Bytes): Buffer {
  const header: Header = { etag, br: br.length, sha256: hash(br, gzip) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), br, gzip]);
}

/** Null where the bytes are not those that were written, for instance after a power loss. */
function unpack(content: Buffer): Bytes | null {
  const end = content.indexOf(10);
  try {
    const { etag, br: length, sha256 } = JSON.parse(content.toString('utf8', 0, end)) as Header;
    const br = content.subarray(end + 1, end + 1 + length);
    const gzip = content.subarray(end + 1 + length);
    return hash(br, gzip) === sha256 ? { etag, br, gzip } : null;
  } catch {
    return null;
  }
}

function hash(...parts: (string | Buffer)[]): string {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest('hex');
}

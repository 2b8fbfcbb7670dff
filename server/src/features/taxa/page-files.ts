import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Bytes } from './bytes.ts';
import { readErrorCode, toError } from '../../thrown.ts';

/** A cache of pages on disk, which survives a restart and can be larger than memory. */
export interface PageFiles {
  /** Null if the page is missing or damaged. */
  read(version: string, key: string): Promise<Bytes | null>;
  /** Stores a page and deletes those of other versions. Does not throw: if the disk is full or read-only, it logs one warning. */
  write(version: string, key: string, bytes: Bytes): Promise<void>;
}

/** Limit of bytes on disk; further pages are not stored. */
const MAX_BYTES = 2 * 1024 ** 3;

interface Header {
  etag: string;
  br: number;
  sha256: string;
}

/** `format` identifies the format of pages, so that pages of another version of Veld are not read. */
export function pageFiles(folder: string, format: string, log: Pick<FastifyBaseLogger, 'warn'>, maxBytes = MAX_BYTES): PageFiles {
  let current: { name: string; bytes: number } | null = null;
  let hasWarned = false;
  const nameOf = (version: string) => hash(`${format} ${version}`);
  const pathOf = (version: string, key: string) => join(folder, nameOf(version), hash(key));

  /** Creates the folder of a version, deletes those of other versions, and counts its bytes. */
  async function open(version: string): Promise<{ name: string; bytes: number }> {
    const name = nameOf(version);
    if (current?.name === name) return current;
    await mkdir(join(folder, name), { recursive: true });
    for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { recursive: true, force: true });
    let bytes = 0;
    for (const file of await readdir(join(folder, name))) bytes += (await stat(join(folder, name, file)).catch(() => ({ size: 0 }))).size;
    current = { name, bytes };
    return current;
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
        if (opened.bytes + content.length > maxBytes) return;
        opened.bytes += content.length;
        const path = pathOf(version, key);
        // Renamed after writing, so that the file is never incomplete.
        const temporary = `${path}.${randomUUID()}`;
        await writeFile(temporary, content);
        await rename(temporary, path);
      } catch (error) {
        current = null;
        // The folder was deleted, because there is a new version.
        if (readErrorCode(error) === 'ENOENT') return;
        if (!hasWarned) log.warn({ err: { message: toError(error).message } }, 'taxonomy pages cannot be stored on disk');
        hasWarned = true;
      }
    },
  };
}

/** The file format: a line with the header in JSON, followed by the two encodings. */
function pack({ etag, br, gzip }: Bytes): Buffer {
  const header: Header = { etag, br: br.length, sha256: hash(br, gzip) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), br, gzip]);
}

/** Null if the content is damaged, for example after a power failure. */
function unpack(content: Buffer): Bytes | null {
  const end = content.indexOf(10);
  try {
    const { etag, br: length, sha256 }: Header = JSON.parse(content.toString('utf8', 0, end));
    const br = content.subarray(end + 1, end + 1 + length);
    const gzip = content.subarray(end + 1 + length);
    return hash(br, gzip) === sha256 ? { etag, br, gzip } : null;
  } catch {
    return null;
  }
}

function hash(...parts: (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}

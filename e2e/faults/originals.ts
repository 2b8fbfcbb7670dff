import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of all photos as they were uploaded. The server names them by ids of its own. */
export function originalFiles(dataDir: string): string[] {
  const folder = join(dataDir, 'photos/originals');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export function sha256OfFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Those files by the SHA-256 of their bytes, in hexadecimal. */
export function originalsBySha256(dataDir: string): Map<string, string> {
  return new Map(originalFiles(dataDir).map((path) => [sha256OfFile(path), path]));
}

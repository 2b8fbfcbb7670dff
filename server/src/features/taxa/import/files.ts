import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../http/context.ts';

/** The folder of uploaded files, which are named by the id of their import. */
export function importFolder(context: Pick<Context, 'config'>): string {
  return join(context.config.DATA_DIR, 'imports');
}

export function importFile(context: Pick<Context, 'config'>, id: string): string {
  return join(importFolder(context), id);
}

export function hasImportFile(context: Pick<Context, 'config'>, id: string): boolean {
  return existsSync(importFile(context, id));
}

/** The size of an uploaded file in bytes; 0 if there is none. */
export async function sizeOfImportFile(context: Pick<Context, 'config'>, id: string): Promise<number> {
  return (await stat(importFile(context, id)).catch(() => null))?.size ?? 0;
}

/** Writes a part of a file at its offset. */
export async function writePart(context: Pick<Context, 'config'>, id: string, offset: number, bytes: Buffer): Promise<void> {
  await mkdir(importFolder(context), { recursive: true, mode: 0o700 });
  const file = await open(importFile(context, id), offset === 0 ? 'w' : 'r+', 0o600);
  try {
    let done = 0;
    while (done < bytes.length) done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function removeImportFile(context: Pick<Context, 'config'>, id: string): Promise<void> {
  await rm(importFile(context, id), { force: true });
}

export async function listImportFiles(context: Pick<Context, 'config'>): Promise<string[]> {
  return (await readdir(importFolder(context)).catch(() => [])).filter((name) => /^[0-9a-f-]{36}$/.test(name));
}

import { BackupFault, type Header, type Manifest } from './format.ts';
import { readBackup } from './read.ts';

export interface CheckedBackup {
  header: Header;
  manifest: Manifest;
  /** The sealed keys; null if the backup has none. */
  sealed: Buffer | null;
}

/** Reads all of a backup, and throws a `BackupFault` unless every digest and count is right. */
export async function checkBackup(
  path: string,
  on: { header?: (header: Header) => void; read?: (count: number) => void } = {},
): Promise<CheckedBackup> {
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  let sealed: Buffer | null = null;
  for await (const part of readBackup(path, on.read)) {
    if (part.kind === 'header') {
      header = part.header;
      on.header?.(header);
    }
    if (part.kind === 'keys') sealed = part.sealed;
    if (part.kind === 'manifest') manifest = part.manifest;
  }
  if (!header || !manifest) throw new BackupFault('The backup is empty.');
  return { header, manifest, sealed };
}

import type { Readable } from 'node:stream';

/** A file to import. Nothing is unpacked to disk: a name is a lookup key, never a path. */
export interface ArchiveFile {
  /** Its name in the archive, without the enclosing folder. */
  name: string;
  /** Bytes unpacked; 0 for gzip, where it is unknown in advance. */
  size: number;
  /** The bytes; a stream error is an `ImportStopped`. */
  open(): Promise<Readable>;
}

export interface Archive {
  files: ArchiveFile[];
  close(): void;
}

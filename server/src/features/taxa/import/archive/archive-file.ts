import type { Readable } from 'node:stream';

/** A file of what is imported. Nothing is ever unpacked to a disk: a name is only looked up, never a path. */
export interface ArchiveFile {
  /** As the archive calls it, without the folder that holds everything. */
  name: string;
  /** Unpacked; of a gzip that is not known before, and 0. */
  size: number;
  /** The bytes; an error of the stream is an `ImportStopped`. */
  open(): Promise<Readable>;
}

export interface Archive {
  files: ArchiveFile[];
  close(): void;
}

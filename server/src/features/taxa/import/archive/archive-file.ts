import type { Readable } from 'node:stream';

/** A file in an archive. Files are not unpacked to disk, so a name is never used as a path. */
export interface ArchiveFile {
  /** The name in the archive, without the common folder. */
  name: string;
  /** Unpacked size in bytes; 0 for gzip, because it is not known in advance. */
  size: number;
  /** Streams the bytes. Errors of the stream are of type `ImportStopped`. */
  open(): Promise<Readable>;
}

export interface Archive {
  files: ArchiveFile[];
  close(): void;
}

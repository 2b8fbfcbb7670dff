import type { TrackPoint } from '@veld/contract';

/** A position of a track in a file. */
export type FilePoint = Omit<TrackPoint, 'seq' | 'segment' | 'source'>;

/** A track of a file: one for each that can become a journey of its own. */
export interface FileTrack {
  name: string;
  notes: string;
  /** In the order of the file; between two of them, nothing was recorded. */
  segments: FilePoint[][];
  /** How many of its points cannot be used. */
  skipped: number;
  /** `impossible`: before GPS was available, or in the future; such times are left out. */
  times: 'known' | 'missing' | 'impossible';
  /** How many of its points have a time that cannot be. */
  lostTimes: number;
  /** The file ends too early; all points that it has are here. */
  isCut: boolean;
}

/**
 * Why a file has no track that can be used. `points`: no point has valid coordinates. `places`: there are only single places.
 * `not_loaded`: the part of the app that reads it could not be loaded.
 */
export type TrackFault =
  | 'too_large'
  | 'empty'
  | 'compressed'
  | 'unknown'
  | 'damaged'
  | 'no_track'
  | 'points'
  | 'places'
  | 'short'
  | 'too_long'
  | 'not_loaded';

/** Thrown for a file without a track that can be used. */
export class TrackFileError extends Error {
  readonly fault: TrackFault;

  constructor(fault: TrackFault) {
    super(fault);
    this.name = 'TrackFileError';
    this.fault = fault;
  }
}

/** Why a file could not be read, as a code with a text. */
export function classifyTrackFault(error: unknown): TrackFault {
  if (error instanceof TrackFileError) return error.fault;
  console.error('Track file', error);
  return 'damaged';
}

import type { TrackPoint } from '@veld/contract';

/** A record of a journey, as files have it. */
export interface ExportedRecord {
  name: string;
  scientificName: string;
  /** As far as it is known: the point in time of the record, in milliseconds since 1970. */
  at: number | null;
  /** As the person entered them. */
  date: string;
  time: string;
  /** As a person reads it: "2", "about 40", "0". */
  count: string;
  latitude: number | null;
  longitude: number | null;
  uncertainty_m: number | null;
  notes: string;
}

/** A journey with what counts of its track, as files have it. */
export interface ExportedJourney {
  name: string;
  notes: string;
  startedAt: string;
  segments: readonly (readonly TrackPoint[])[];
  records: readonly ExportedRecord[];
}

/** A point in time as files have it. */
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function isPlacedRecord(record: ExportedRecord): record is ExportedRecord & { latitude: number; longitude: number } {
  return record.latitude !== null && record.longitude !== null;
}

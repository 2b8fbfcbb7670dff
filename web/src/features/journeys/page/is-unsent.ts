import type { TrackPoint } from '@veld/contract';
import type { LocalJourney } from '../own-journeys';

/** Whether the server does not have all of a journey. */
export function isUnsent({ write_id, sent_seq }: Pick<LocalJourney, 'write_id' | 'sent_seq'>, points: readonly TrackPoint[]): boolean {
  return write_id !== null || (points.at(-1)?.seq ?? -1) > sent_seq;
}

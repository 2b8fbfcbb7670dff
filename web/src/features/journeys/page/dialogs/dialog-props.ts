import type { TrackPoint } from '@veld/contract';
import type { LocalObservation } from '../../../../shared/records/own';
import type { LocalJourney } from '../../own-journeys';

/** What each dialog of the page of a journey gets. */
export interface DialogProps {
  journey: LocalJourney;
  /** All points, those that are trimmed away included. */
  points: readonly TrackPoint[];
  records: readonly LocalObservation[];
  onClose: () => void;
}

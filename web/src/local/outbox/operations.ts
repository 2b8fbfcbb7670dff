import {
  badgeSeen,
  deleteObservation,
  patchPreferences,
  putFeedback,
  putObservation,
  type Route,
  toastSeen,
  UPLOADS_PATH,
  wizardSeen,
  xpSeen,
} from '@veld/contract';

/** Of the way an item's input is written. Raised when a stored item must be read in another way. */
export const CONTRACT_VERSION = 1;

/** Every call that may wait in the outbox, by the key under which items name it. */
export const OUTBOX_ROUTES: Readonly<Record<string, Route>> = Object.fromEntries(
  [putObservation, deleteObservation, xpSeen, badgeSeen, toastSeen, wizardSeen, patchPreferences, putFeedback].map((route) => [
    keyOf(route),
    route,
  ]),
);

export const UPLOAD_ROUTE = `POST ${UPLOADS_PATH}`;

export function keyOf(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}

/** The hash of links that lead to the place of a form. */
export const PLACE_HASH = '#place';

/** That of links that lead to the map on which it is corrected. */
export const MAP_HASH = '#map';

/** Opens the form of a record at its place. */
export function addPlaceAddress(recordId: string): string {
  return `/observe?edit=${recordId}${PLACE_HASH}`;
}

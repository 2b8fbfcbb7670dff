export { usePreference, type SaveState } from './preferences';
export { useSessions } from './sessions';
export { embedCode, makeEmbed, originsOf, removeEmbed, useEmbeds } from './embed-keys';
export {
  metresBetween,
  newPlace,
  PLACE_KINDS,
  type PlaceForm,
  placeFaults,
  placeOf,
  removePlace,
  type SavedPlace,
  savePlace,
  useSavedPlaces,
} from './saved-places';

export { type Changed, usePreference, type SaveState } from './preferences';
export { useSessions } from './sessions';
export { giveUpAdmin, useAdmins, useUsersNamed } from './admins';
export { embedCode, embedFrame, type EmbedKind, createEmbed, parseOrigins, removeEmbed, useEmbeds } from './embed-keys';
export {
  fillPlaceForm,
  newPlace,
  type PlaceForm,
  placeFaults,
  readPlaceForm,
  removePlace,
  savePlace,
  savePlaces,
  useSavedPlaces,
} from './saved-places';
export { PLACE_COLOURS, PLACE_KINDS, type PlaceKind, type SavedPlace } from '../../local/records/lists/saved-places';
export { metresToPlace } from '../../local/device/place-shape';

export { usePreference, type SaveState } from './preferences';
export { useSessions } from './sessions';
export { giveUpAdmin, useAdmins, useUsersNamed } from './admins';
export { embedCode, createEmbed, originsOf, removeEmbed, useEmbeds } from './embed-keys';
export { newPlace, type PlaceForm, placeFaults, placeOf, removePlace, savePlace, useSavedPlaces } from './saved-places';
export { PLACE_KINDS, type SavedPlace } from '../../local/records/lists/saved-places';
export { metresBetween } from '../../local/device/metres-between';

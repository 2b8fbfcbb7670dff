export { type Changed, usePreference, type SaveState } from './preferences';
export { useSessions } from './sessions';
export { giveUpAdmin, useAdmins, useUsersNamed } from './admins';
export { embedCode, embedFrame, type EmbedKind, createEmbed, originsOf, removeEmbed, useEmbeds } from './embed-keys';
export { formOf, newPlace, type PlaceForm, placeFaults, placeOf, removePlace, savePlace, savePlaces, useSavedPlaces } from './saved-places';
export { PLACE_COLOURS, PLACE_KINDS, type PlaceKind, type SavedPlace } from '../../local/records/lists/saved-places';
export { metresToPlace } from '../../local/device/place-shape';

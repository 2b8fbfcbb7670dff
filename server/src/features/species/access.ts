/** Species are public; lists of seen species and ticks require a login. */
export { loggedIn as seenSpeciesAccess, maybeLoggedIn as speciesAccess } from '../accounts/access.ts';

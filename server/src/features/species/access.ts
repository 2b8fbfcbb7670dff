/** The list of species is public; what a person has seen, and deleting ticks, requires a login. */
export { loggedIn as seer, maybeLoggedIn as reader } from '../accounts/access.ts';

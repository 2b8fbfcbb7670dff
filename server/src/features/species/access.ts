/** The list of species is for everybody; what somebody has seen, and what is removed, needs a person. */
export { loggedIn as seer, maybeLoggedIn as reader } from '../accounts/access.ts';

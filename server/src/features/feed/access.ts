/** The feed is for logged-in people; `present` of observations decides what it shows. */
export { loggedIn as feedReader } from '../accounts/access.ts';

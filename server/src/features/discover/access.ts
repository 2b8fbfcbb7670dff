/** Discover requires a login. What it shows is decided in `present.ts` of observations. */
export { loggedIn as discoverReader } from '../accounts/access.ts';

/** The feed requires a login. What it shows is decided in `present.ts` of observations. */
export { loggedIn as feedReader } from '../accounts/access.ts';

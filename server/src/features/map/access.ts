/** The map requires a login, like every list of records. */
export { loggedIn as mapReader } from '../accounts/access.ts';

/** The feed is for logged-in people; what stands in it is what `present` of observations lets out. */
export { loggedIn as feedReader } from '../accounts/access.ts';

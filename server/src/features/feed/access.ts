/** The feed requires a login, unless the instance lets visitors look around. What it shows is decided in `present.ts` of observations. */
export { reader as feedReader } from '../accounts/callers/visitors.ts';

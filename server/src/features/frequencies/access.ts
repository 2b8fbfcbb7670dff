export { loggedIn as frequencyReader } from '../accounts/access.ts';
export { taxonomyReader as locationReader } from '../taxa/access.ts';

import declared from 'virtual:veld-features';
import { composeScreens } from '../ui/feature';
import { feature } from './feature';

/** What the app itself and the features declare. */
export const FEATURES = [feature, ...declared];

/** Every screen of the app but those for errors (decision 0023). */
export const SCREENS = composeScreens(FEATURES);

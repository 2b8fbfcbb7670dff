import { features } from 'virtual:veld-features';
import { composeScreens } from '../ui/feature';
import { feature } from './feature';

/** Every screen of the app but those for errors (decision 0023). */
export const SCREENS = composeScreens([feature, ...features]);

import { IconMapPin, IconPolygon, IconRoute } from '@tabler/icons-react';
import type { SavedPlace } from '../../local/changes/saved-places';
import classes from './PlaceIcon.module.css';

/** A point, a line or an area in the colour of the place. */
export function PlaceIcon({ place }: { place: Pick<SavedPlace, 'geometry' | 'colour'> }) {
  const Icon = place.geometry ? { LineString: IconRoute, Polygon: IconPolygon }[place.geometry.type] : IconMapPin;
  return <Icon className={classes.icon} data-colour={place.colour} size={24} stroke={1.6} aria-hidden />;
}

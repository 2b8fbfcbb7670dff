import { listPublicPlaces, type PublicPlace } from '@veld/contract';
import { Fragment, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../local/app/veld';

interface Point {
  latitude: number;
  longitude: number;
}

/** The public places that a point lies in, the smallest first; none while they are asked for and without a connection. */
export function usePlacesAt(point: Point | null): readonly PublicPlace[] {
  const latitude = point?.latitude;
  const longitude = point?.longitude;
  const [found, setFound] = useState<{ at: string; places: readonly PublicPlace[] } | null>(null);
  const at = `${latitude},${longitude}`;
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    const question = new AbortController();
    api.call(listPublicPlaces, { query: { latitude, longitude } }, { signal: question.signal }).then(
      ({ data }) => setFound({ at: `${latitude},${longitude}`, places: data }),
      (error: unknown) => !question.signal.aborted && console.warn('Places', error),
    );
    return () => question.abort();
  }, [latitude, longitude]);
  return found?.at === at ? found.places : [];
}

/** Links to the pages of places. */
export function PlaceLinks({ places }: { places: readonly PublicPlace[] }) {
  return places.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ' · '}
      <Link dir="auto" to={`/places/${id}`}>
        {name}
      </Link>
    </Fragment>
  ));
}

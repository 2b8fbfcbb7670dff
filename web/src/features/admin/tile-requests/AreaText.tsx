import { wrapLongitude } from '@veld/geometry';
import { useLanguage } from '../../../shared/session/session';
import { usePlaceWords } from '../../../shared/geo/data';
import { type AdminTileRequest, boxText } from './data';

/** Around which town the area of an offline map is, and its degrees. */
export function AreaText({ request }: { request: AdminTileRequest }) {
  const language = useLanguage();
  const { west, south, east, north } = request.box;
  const words = usePlaceWords(
    { latitude: (south + north) / 2, longitude: wrapLongitude((west + (east < west ? east + 360 : east)) / 2) },
    { isArea: true },
  );
  const degrees = boxText(request, language);
  return words === null ? degrees : `${words} · ${degrees}`;
}

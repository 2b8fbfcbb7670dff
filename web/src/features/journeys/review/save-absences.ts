import { type JourneyTrim, type TaxonSummary, todayIn, trackPieces, type TrackPoint, trimmed, type User } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalJourney } from '../../../local/db/rows';
import { placeOfFix } from '../../../local/device/place-of-fix';
import { savedPlaces } from '../../../local/changes/saved-places';
import { saveObservation } from '../../../local/records/observations';
import { placeOfSaved } from '../../recording/data';

interface Absences {
  journey: LocalJourney;
  taxa: readonly TaxonSummary[];
  user: User;
  track: readonly TrackPoint[];
  /** What of the track counts. */
  trim: JourneyTrim | null;
}

/** Saves a record with the count 0 for each species: looked for on the journey and not found. */
export async function saveAbsences(database: UserDatabase, { journey, taxa, user, track, trim }: Absences): Promise<void> {
  if (taxa.length === 0) return;
  const { geoprivacy, license } = user.preferences;
  const place = placeOnTrack(trimmed(track, trim)) ?? (await placeOfStart(database, journey));
  for (const taxon of taxa)
    await saveObservation(
      database,
      {
        taxon_id: taxon.id,
        observed_on: todayIn(journey.time_zone, new Date(journey.started_at)),
        time_zone: journey.time_zone,
        count: 0,
        count_type: 'exact',
        journey_id: journey.id,
        geoprivacy,
        license,
        ...place,
      },
      [],
      { user: { id: user.id, name: user.name, is_pro: user.is_pro }, taxon, obscuresHome: true },
    );
}

/** In the middle of the accurate part of the track. */
function placeOnTrack(points: readonly TrackPoint[]) {
  const drawn = trackPieces(points).flat();
  const middle = drawn[Math.floor(drawn.length / 2)];
  return middle && { ...placeOfFix({ ...middle, accuracy_m: middle.accuracy_m ?? 100 }), location_source: 'track' as const };
}

/** Where a journey without a track was started, if that is a saved place. */
async function placeOfStart(database: UserDatabase, { location_id }: LocalJourney) {
  const place = location_id === null ? undefined : (await savedPlaces(database)).find(({ id }) => id === location_id);
  return place && placeOfSaved(place);
}

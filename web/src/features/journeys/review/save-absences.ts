import { type TaxonSummary, todayIn, type TrackPoint, type User } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalJourney } from '../../../local/db/rows';
import { placeOfFix } from '../../../local/device/place-of-fix';
import { saveObservation } from '../../../local/records/observations';

interface Absences {
  journey: LocalJourney;
  taxa: readonly TaxonSummary[];
  user: User;
  track: readonly TrackPoint[];
}

/** Saves a record with the count 0 for each species: looked for on the journey and not found. */
export async function saveAbsences(database: UserDatabase, { journey, taxa, user, track }: Absences): Promise<void> {
  const { geoprivacy, license } = user.preferences;
  const middle = track[Math.floor(track.length / 2)];
  const place = middle ? { ...placeOfFix({ ...middle, accuracy_m: middle.accuracy_m ?? 100 }), location_source: 'track' as const } : {};
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

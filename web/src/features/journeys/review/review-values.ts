import {
  type CompleteGroup,
  isAboveSpecies,
  isAbsence,
  type JourneyContent,
  type JourneySharing,
  type JourneyTrim,
  listKeys,
  type Preferences,
  type TaxonGroup,
  type TaxonSummary,
  todayIn,
  trackFigures,
  trackPieces,
  type TrackPoint,
  trimmed,
  type User,
} from '@veld/contract';
import { METRES_PER_MILE } from '../../../i18n/format';
import { savedPlaces } from '../../../local/changes/saved-places';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { placeOfFix } from '../../../local/device/place-of-fix';
import { saveObservation } from '../../../local/records/observations';
import type { FrequencyIndex } from '../../../shared/frequencies/data';
import { isAcknowledged } from '../../../shared/records/acknowledged';
import { unusualCount } from '../../recording/checks/checks';
import { placeOfSaved } from '../../recording/data';
import { elapsedMs } from '../run/elapsed';

/** Groups of which individuals are usually counted. */
const COUNTED: ReadonlySet<TaxonGroup> = new Set(['bird', 'mammal', 'amphibian', 'reptile', 'butterfly', 'dragonfly']);

/** What the person looks at and corrects after the end. Numbers as typed; empty where unknown. */
export interface ReviewForm {
  name: string;
  notes: string;
  minutes: string;
  distance: string;
  area: string;
  observers: string;
  trim: JourneyTrim | null;
  /** What the person looked for, also what they only think of now. */
  groups: readonly TaxonGroup[];
  /** Groups without an answer are left out. */
  complete: readonly CompleteGroup[];
  sharing: JourneySharing;
}

/** What the track and the clock say, which the person can correct. */
export interface Measured {
  /** Rounded, as the form shows them. */
  minutes: number;
  seconds: number;
  distance: number;
}

type Units = Preferences['units'];
/** What the person types is in their units. */
const METRES: Record<Units, number> = { metric: 1000, imperial: METRES_PER_MILE };
const HECTARES: Record<Units, number> = { metric: 1, imperial: 0.404_685_642 };
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The minutes are without pauses; of a trimmed track, from its first to its last point. */
export function measureJourney(journey: LocalJourney, track: readonly TrackPoint[], trim: JourneyTrim | null, units: Units): Measured {
  const { distance_m, duration_s } = trackFigures(trackPieces(trimmed(track, trim)));
  const whole = elapsedMs(journey, 0);
  const elapsed = trim && duration_s !== null ? Math.min(whole, 1000 * duration_s) : whole;
  return { minutes: Math.round(elapsed / 60_000), seconds: Math.round(elapsed / 1000), distance: hundredths(distance_m / METRES[units]) };
}

export function fillReviewForm(journey: LocalJourney, measured: Measured, sharing: JourneySharing, units: Units): ReviewForm {
  const { effort, companions, trim } = journey;
  return {
    name: journey.name,
    notes: journey.notes,
    minutes: String(effort.duration_s === null ? measured.minutes : Math.round(effort.duration_s / 60)),
    distance: String(effort.distance_m === null ? measured.distance : shownIn(effort.distance_m, METRES[units])),
    area: effort.area_ha === null ? '' : String(shownIn(effort.area_ha, HECTARES[units])),
    observers: String(effort.observers ?? companions.length + 1),
    trim,
    groups: journey.target_groups,
    complete: journey.complete_groups,
    sharing: journey.is_reviewed ? journey.sharing : sharing,
  };
}

/** As typed in these units, without the dust of the conversion. */
const shownIn = (value: number, unit: number) => Number((value / unit).toPrecision(9));

export type ReviewFault = 'name' | 'minutes' | 'distance' | 'area' | 'observers';

const LIMITS: Record<Exclude<ReviewFault, 'name'>, { most: number; isEmptyAllowed: boolean }> = {
  minutes: { most: 31 * 1440, isEmptyAllowed: false },
  distance: { most: 24_000, isEmptyAllowed: false },
  area: { most: 10_000_000, isEmptyAllowed: true },
  observers: { most: 1000, isEmptyAllowed: false },
};

/** The fields that cannot be saved as they are. */
export function reviewFaults(form: ReviewForm): ReviewFault[] {
  const isBad = (field: Exclude<ReviewFault, 'name'>) => {
    const { most, isEmptyAllowed } = LIMITS[field];
    if (form[field].trim() === '') return !isEmptyAllowed;
    const value = numberOf(form[field]);
    return value === null || value < (field === 'observers' ? 1 : 0) || value > most || (field === 'observers' && !Number.isInteger(value));
  };
  return [...(form.name.trim() === '' ? (['name'] as const) : []), ...listKeys(LIMITS).filter(isBad)];
}

/** Typed with a point or a comma; null if it is no number. */
function numberOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

/** The journey as reviewed. What agrees with the track is not stored as a correction. */
export function contentOfReview(form: ReviewForm, measured: Measured, journey: LocalJourney, units: Units): Partial<JourneyContent> {
  const [minutes, distance, observers] = [numberOf(form.minutes)!, numberOf(form.distance)!, numberOf(form.observers)!];
  const area = numberOf(form.area);
  return {
    name: form.name.trim(),
    notes: form.notes,
    trim: form.trim,
    target_groups: [...form.groups],
    complete_groups: [...form.complete],
    sharing: form.sharing,
    effort: {
      // How long it was paused is no correction.
      ...journey.effort,
      duration_s: readDuration(minutes, form.trim !== null, measured, journey),
      distance_m: distance === measured.distance ? null : distance * METRES[units],
      area_ha: area === null ? null : area * HECTARES[units],
      observers: observers === journey.companions.length + 1 ? null : observers,
    },
  };
}

/** In seconds; null where the times of the journey say the same. What nobody changed is not rounded to minutes. */
function readDuration(minutes: number, isTrimmed: boolean, measured: Measured, { effort, paused_ms }: LocalJourney): number | null {
  // The clock also ran during pauses and in what is trimmed.
  if (minutes === measured.minutes) return paused_ms > 0 || isTrimmed ? measured.seconds : null;
  const isStored = effort.duration_s !== null && minutes === Math.round(effort.duration_s / 60);
  return isStored ? effort.duration_s : Math.round(minutes * 60);
}

/** What was found: the taxon of a record, or one that the running tally counts. */
type Found = Pick<LocalObservation, 'taxon_id'> & { taxon?: Pick<TaxonSummary, 'scientific_name'> | null };

/**
 * Targets that were not found and whose group was recorded completely. A subspecies counts for its species, and a species for its genus:
 * both begin with the name above them.
 */
export function missedTaxa<T extends Pick<TaxonSummary, 'id' | 'group' | 'scientific_name'>>(
  targets: readonly T[],
  found: readonly Found[],
  complete: readonly CompleteGroup[],
): T[] {
  const ids = new Set(found.map(({ taxon_id }) => taxon_id));
  const isFound = ({ id, scientific_name }: T) =>
    ids.has(id) || found.some(({ taxon }) => taxon?.scientific_name.startsWith(`${scientific_name} `));
  const isComplete = (group: TaxonGroup) => complete.some((one) => one.group === group && one.is_complete);
  return targets.filter((target) => !isFound(target) && isComplete(target.group));
}

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

/** Why a record of a journey is worth another look: what it lacks, or what is unusual about it. */
export type ToCheck = 'no_species' | 'no_place' | 'unusual_month' | 'unusual_count';

/**
 * The records of a journey for its review: those worth a second look first, unless the person acknowledged why, then those without a
 * count in groups that are usually counted.
 */
export function recordsToReview(
  records: readonly LocalObservation[],
  index: Pick<FrequencyIndex, 'unusual'> | null,
): { record: LocalObservation; reasons: ToCheck[] }[] {
  const rank = ({ record, reasons }: { record: LocalObservation; reasons: ToCheck[] }) => {
    if (reasons.length > 0) return 0;
    return record.count == null && record.taxon && COUNTED.has(record.taxon.group) ? 1 : 2;
  };
  return records.map((record) => ({ record, reasons: reasonsOf(record, index) })).toSorted((one, other) => rank(one) - rank(other));
}

function reasonsOf(record: LocalObservation, index: Pick<FrequencyIndex, 'unusual'> | null): ToCheck[] {
  const { taxon, count, count_max, latitude, longitude, observed_on } = record;
  if (isAbsence(record)) return [];
  const reasons: ToCheck[] = [];
  if (!taxon || isAboveSpecies(taxon.rank)) reasons.push('no_species');
  if (latitude == null || longitude == null) reasons.push('no_place');
  else if (index && taxon?.rank === 'species' && observed_on?.length === 10 && !isAcknowledged('unusual_month', record))
    if (index.unusual(taxon, { latitude, longitude }, observed_on)) reasons.push('unusual_month');
  if (taxon && unusualCount(Math.max(count ?? 0, count_max ?? 0), taxon.group, []) && !isAcknowledged('unusual_count', record))
    reasons.push('unusual_count');
  return reasons;
}

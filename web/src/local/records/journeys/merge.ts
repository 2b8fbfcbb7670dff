import { JOURNEY_FIELDS, type JourneyContent, pick } from '@veld/contract';
import { isSame } from '../../outbox/is-same';

/** The fields of a journey, without the other columns of a row. */
export function pickContent(journey: JourneyContent): JourneyContent {
  return pick(journey, JOURNEY_FIELDS);
}

/** What this device changed since `base`, on top of what another device stored. Where both changed a field, this device's wins. */
export function mergeJourneys(base: JourneyContent | null, mine: JourneyContent, theirs: JourneyContent): JourneyContent {
  if (!base) return pickContent(mine);
  const merged = JOURNEY_FIELDS.map((name) => [name, isSame(base[name], mine[name]) ? theirs[name] : mine[name]]);
  return Object.fromEntries(merged);
}

import { type Companion, JOURNEY_LIMITS, type Protocol, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import type { JourneyStart, LastSettings } from '../../../local/records/journeys/journeys';

/** What the form of a new journey has. */
export interface StartForm {
  name: string;
  protocol: Protocol;
  groups: readonly TaxonGroup[];
  taxa: readonly TaxonSummary[];
  companions: readonly Companion[];
  /** Minutes; null without a plan. */
  planned: number | null;
}

export const PLANS = [null, 10, 15, 30, 60, 120, 240, 480] as const;

/** The parts of a day, as names of journeys use them. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

export function findDayPart(hour: number): DayPart {
  if (hour < 5 || hour >= 22) return 'night';
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
}

export function readStartForm(
  form: StartForm,
  context: { defaultName: string; locationId: string | null; timeZone: string },
): JourneyStart {
  return {
    name: (form.name.trim() || context.defaultName).slice(0, JOURNEY_LIMITS.name),
    protocol: form.protocol,
    target_groups: [...form.groups],
    target_taxon_ids: form.taxa.map(({ id }) => id),
    companions: [...form.companions],
    planned_duration_s: form.planned === null ? null : form.planned * 60,
    location_id: context.locationId,
    time_zone: context.timeZone,
  };
}

/** The last settings as a new journey. */
export function repeated(last: LastSettings, context: { defaultName: string; locationId: string | null; timeZone: string }): JourneyStart {
  const { protocol, target_groups, target_taxon_ids, companions, planned_duration_s } = last;
  const { defaultName, locationId, timeZone } = context;
  return {
    name: defaultName,
    protocol,
    target_groups,
    target_taxon_ids,
    companions,
    planned_duration_s,
    location_id: locationId,
    time_zone: timeZone,
  };
}

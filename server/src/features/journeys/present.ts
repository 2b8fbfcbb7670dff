import {
  JOURNEY_FIELDS,
  type JourneyTombstone,
  type ListedJourney,
  type OwnJourney,
  pick,
  type PublicJourney,
  todayIn,
} from '@veld/contract';
import type { JourneyRow, SharedRow } from './store.ts';

export function presentOwn(row: JourneyRow): OwnJourney {
  const content = pick(row, JOURNEY_FIELDS);
  return {
    ...content,
    id: row.id,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    track: { points: row.points, last_seq: row.last_seq },
    track_fault: row.track_fault,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentChange(row: JourneyRow): OwnJourney | JourneyTombstone {
  return row.deleted_at === null ? presentOwn(row) : { id: row.id, version: row.version, deleted: true };
}

/** A shared journey in a list: the day, but no time, and nothing about its companions, notes, weather, plan and place. */
export function presentListed(row: SharedRow): ListedJourney {
  const { effort, companions } = row;
  const minutes = Math.round(((row.ended_at ?? row.started_at).getTime() - row.started_at.getTime()) / 60_000);
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
    name: row.name,
    protocol: row.protocol,
    target_groups: row.target_groups,
    complete_groups: row.complete_groups.filter(({ is_complete }) => is_complete).map(({ group }) => group),
    sharing: row.sharing,
    started_on: todayIn(row.time_zone, row.started_at),
    duration_s: effort.duration_s === null ? 60 * minutes : 60 * Math.round(effort.duration_s / 60),
    observers: effort.observers ?? companions.length + 1,
    records: row.records,
    species: row.species,
  };
}

const NO_TRACK: Pick<PublicJourney, 'cells' | 'lines' | 'distance_m' | 'is_track_missing'> = {
  cells: [],
  lines: [],
  distance_m: 0,
  is_track_missing: true,
};

/** A shared journey with its stored track, as JSON: a `PublicJourney`. */
export function presentPublic(row: SharedRow, track: string | null): string {
  return `${JSON.stringify(presentListed(row)).slice(0, -1)},${(track ?? JSON.stringify(NO_TRACK)).slice(1)}`;
}

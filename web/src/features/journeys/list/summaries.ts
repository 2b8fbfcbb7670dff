import { trackPieces, trimmed } from '@veld/contract';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type LocalJourney, readOwnTrack } from '../own-journeys';
import { measureEffort } from '../page/effort';
import { drawnLines } from '../page/track-overlay';

/** What lists show of a track. */
export interface TrackSummary {
  duration_s: number | null;
  distance_m: number | null;
  /** The track as it is drawn where it is small: longitude and latitude. */
  lines: [number, number][][];
  /** The server does not have all of its points. */
  isUnsent: boolean;
}

/** Nobody sees finer bends in a list. */
const TOLERANCE_M = 20;
/** Screens are drawn again after so many journeys. */
const BATCH = 10;

/** All summaries so far, by what decides about them. */
const known = createStore<{ summaries: ReadonlyMap<string, TrackSummary> }>(() => ({ summaries: new Map() }));

/** A change of one of these makes it another summary. */
function keyOf({ id, trim, effort, ended_at, sent_seq, server_points, companions }: LocalJourney): string {
  return JSON.stringify([id, trim, effort, ended_at, sent_seq, server_points, companions.length]);
}

/** Summaries of journeys by id; those that are missing follow. Points are read journey by journey, so that none waits for all others. */
export function useSummaries(journeys: readonly LocalJourney[] | undefined): ReadonlyMap<string, TrackSummary> {
  const { summaries } = useStore(known);
  useEffect(() => {
    const stop = new AbortController();
    summarizeAll(journeys ?? [], stop.signal).catch((error: unknown) => console.error('Journeys', error));
    return () => stop.abort();
  }, [journeys]);
  return useMemo(() => {
    const found = (journeys ?? []).map((journey) => [journey.id, summaries.get(keyOf(journey))] as const);
    return new Map(found.flatMap(([id, summary]) => (summary ? [[id, summary] as const] : [])));
  }, [journeys, summaries]);
}

async function summarizeAll(journeys: readonly LocalJourney[], signal: AbortSignal): Promise<void> {
  const missing = journeys.filter((journey) => !known.getState().summaries.has(keyOf(journey)));
  let fresh: [string, TrackSummary][] = [];
  for (const [at, journey] of missing.entries()) {
    const summary = await summaryOf(journey);
    if (summary) fresh.push([keyOf(journey), summary]);
    if (signal.aborted) return;
    if (at % BATCH !== 0 && at < missing.length - 1) continue;
    known.setState(({ summaries }) => ({ summaries: new Map([...summaries, ...fresh]) }));
    fresh = [];
  }
}

/** Null while points that another device recorded are still to come: figures without them would be wrong. */
async function summaryOf(journey: LocalJourney): Promise<TrackSummary | null> {
  const points = await readOwnTrack(journey.id);
  if (points.length < journey.server_points) return null;
  const pieces = trackPieces(trimmed(points, journey.trim));
  const { duration_s, distance_m } = measureEffort(journey, pieces);
  const isUnsent = (points.at(-1)?.seq ?? -1) > journey.sent_seq;
  return { duration_s, distance_m, lines: drawnLines(pieces, TOLERANCE_M), isUnsent };
}

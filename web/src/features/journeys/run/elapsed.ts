import type { LocalJourney } from '../../../local/db/rows';

/** How long a journey has lasted at `now` without its pauses, in milliseconds. */
export function elapsedMs(journey: Pick<LocalJourney, 'started_at' | 'ended_at' | 'paused_at' | 'paused_ms'>, now: number): number {
  const end = journey.ended_at === null ? (journey.paused_at ?? now) : Date.parse(journey.ended_at);
  return Math.max(0, end - Date.parse(journey.started_at) - journey.paused_ms);
}

/** "0:42:05"; with `isShort` in hours and minutes. */
export function durationText(ms: number, isShort = false): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return isShort ? `${hours}:${two(minutes)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

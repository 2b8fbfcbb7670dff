import { parentPort, workerData } from 'node:worker_threads';
// Not the whole contract, which takes longer to load than most tracks to measure.
import { decodePoints } from '@veld/contract/journeys/codec';
import { sharedTrack } from '@veld/contract/journeys/shared-track';
import { trackFigures, trackPieces, trimmed } from '@veld/contract/journeys/track';
import type { Measured, TrackInput } from './measure.ts';

/* A thread that measures one track and ends: the input is its data, and it sends one `Measured`. */

function measure({ blocks, trim, shared }: TrackInput): Measured {
  const points = blocks.flatMap((block) => decodePoints(block));
  const { distance_m } = trackFigures(trackPieces(trimmed(points, trim)));
  const track = shared && sharedTrack(points, trim, shared);
  return {
    distance_m,
    track: track && JSON.stringify(track),
    shared_m: track?.distance_m ?? 0,
    fault: shared && !track ? 'too_large' : null,
  };
}

parentPort!.postMessage(measure(workerData as TrackInput));

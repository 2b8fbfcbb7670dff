import { spawnSync } from 'node:child_process';
import { readOption, prove } from './seeded-proof.ts';

/** Has gpsbabel (Debian) read exported tracks, and compares what it found with what was written: `--tracks 200`. */
const { status, stdout } = spawnSync('gpsbabel', ['-V'], { encoding: 'utf8' });
if (status !== 0) {
  console.error('gpsbabel is not installed, so nothing was proved. On Debian: apt-get install gpsbabel');
  process.exit(2);
}
const tracks = readOption('--tracks', 200);

await prove({
  name: 'gpx',
  project: 'web',
  files: ['web/src/features/journeys/formats/gpsbabel.test.ts'],
  env: { VELD_TRACKS: String(tracks) },
  at: stdout.trim(),
  rowsOf: (counts, row) => [
    row('tracks that gpsbabel reads as they were written, as GPX and KML', `${tracks}`, counts.tracks ?? 0, counts.tracks === tracks),
    row('points of these', 'more than 0', counts.points ?? 0, (counts.points ?? 0) > 0),
  ],
});

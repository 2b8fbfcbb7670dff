import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rounded, type TrackPoint } from '@veld/contract';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { ExportedJourney } from './exported-journey';
import { splitSegments } from './track-points';
import { writeGpx } from './write-gpx';
import { writeKml } from './journey-file';

/*
 * gpsbabel reads what Veld writes. It is a program of Debian, not of npm; without it, this file is skipped, and `npm run prove -- gpx`
 * says so.
 */
const isInstalled = spawnSync('gpsbabel', ['-V']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'veld-gpsbabel-'));
afterAll(() => rmSync(folder, { recursive: true }));

const START = Date.UTC(2026, 4, 9, 8);
const value = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null });
const tracks = fc
  .array(
    fc.record({
      gap: fc.boolean(),
      step: fc.integer({ min: 1, max: 100_000 }),
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
      longitude: fc.double({ min: -180, max: 179.999_999_9, noNaN: true }),
      elevation_m: value(-400, 9000),
      accuracy_m: value(0, 500),
      speed_mps: value(0, 40),
    }),
    { minLength: 2, maxLength: 200 },
  )
  .map((steps) => {
    let [segment, t] = [0, START];
    return steps.map(({ gap, step, ...values }, seq): TrackPoint => {
      if (gap && seq > 0) segment++;
      t += step;
      return rounded({ ...values, seq, segment, t, source: 'gps' });
    });
  });

const journeyOf = (points: readonly TrackPoint[], name: string): ExportedJourney => {
  const { latitude, longitude } = points[0]!;
  const record = { scientificName: 'Recurvirostra avosetta', at: START, date: '2026-05-09', time: '10:00', count: '2', uncertainty_m: 10 };
  return {
    name,
    notes: 'Rain & "wind"\nCold < 5 °C',
    startedAt: new Date(START).toISOString(),
    segments: splitSegments(points),
    records: [{ ...record, name: `Kluut ${name}`, notes: '<none>', latitude, longitude }],
  };
};

/** What gpsbabel makes of a file, as GPX. */
function convert(text: string, format: string): string {
  const [from, to] = [join(folder, `in.${format}`), join(folder, 'out.gpx')];
  writeFileSync(from, text);
  execFileSync('gpsbabel', ['-w', '-t', '-i', format, '-f', from, '-o', 'gpx,gpxver=1.1', '-F', to], { stdio: ['ignore', 'pipe', 'pipe'] });
  return readFileSync(to, 'utf8');
}

/** Latitude, longitude, height and time of the points of each part, to what gpsbabel keeps. */
function partsIn(gpx: string): (number | null)[][][] {
  const parts = gpx.split('<trkseg>').slice(1);
  const numberIn = (text: string, pattern: RegExp) => {
    const [, found] = pattern.exec(text) ?? [];
    return found === undefined ? null : Number(found);
  };
  return parts.map((part) =>
    part
      .split('<trkpt')
      .slice(1)
      .map((point) => {
        const [, time] = /<time>([^<]*)</.exec(point) ?? [];
        const place = [numberIn(point, /lat="([^"]*)"/), numberIn(point, /lon="([^"]*)"/)];
        return [...place.map((degrees) => Number(degrees!.toFixed(6))), numberIn(point, /<ele>([^<]*)</), time ? Date.parse(time) : null];
      }),
  );
}

it.skipIf(!isInstalled)('gpsbabel reads every exported track and record, point by point', () => {
  const counts = { tracks: 0, points: 0 };
  fc.assert(
    fc.property(tracks, fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), (points, text) => {
      const journey = journeyOf(points, text.trim() || 'Walk');
      const gpx = writeGpx(journey);
      expect(partsIn(convert(gpx, 'gpx'))).toEqual(partsIn(gpx));
      const fromKml = convert(writeKml(journey), 'kml');
      expect(partsIn(fromKml).flat().length).toBe(points.length);
      for (const converted of [convert(gpx, 'gpx'), fromKml]) expect(converted.match(/<wpt /g)).toHaveLength(1);
      counts.tracks++;
      counts.points += points.length;
    }),
    { numRuns: Number(process.env.VELD_TRACKS ?? 5) },
  );
  console.log(`gpx ${JSON.stringify(counts)}`);
});

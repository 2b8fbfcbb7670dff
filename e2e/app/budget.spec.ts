import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const DIST = resolve(import.meta.dirname, '../../web/dist');

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const APP = 'manifest.json';
/** Of the page that other websites embed. */
const EMBED = 'embed.json';

/**
 * Entries of a first load and the limit for their gzipped JavaScript, in bytes. Of a screen: the app, the screen and its layout. Their
 * static imports are loaded too.
 */
const LOADS: Record<string, { manifest: string; entries: string[]; limit: number }> = {
  welcome: { manifest: APP, entries: ['index.html', 'src/app/WelcomePage.tsx', 'src/app/layouts/GuestLayout.tsx'], limit: 250_000 },
  dashboard: {
    manifest: APP,
    entries: ['index.html', 'src/features/dashboard/DashboardScreen.tsx', 'src/app/layouts/AdminLayout.tsx'],
    limit: 250_000,
  },
  'an embedded counter': { manifest: EMBED, entries: ['embed.html'], limit: 110_000 },
  'an embedded map': {
    manifest: EMBED,
    entries: ['embed.html', 'src/features/embeds/EmbeddedMap.tsx', 'src/shared/geo/still/draw.ts'],
    limit: 150_000,
  },
  'an embedded list of species': { manifest: EMBED, entries: ['embed.html', 'src/features/embeds/EmbeddedSpecies.tsx'], limit: 110_000 },
  'embedded records': { manifest: EMBED, entries: ['embed.html', 'src/features/embeds/EmbeddedRecords.tsx'], limit: 110_000 },
};

for (const [name, { manifest, entries, limit }] of Object.entries(LOADS)) {
  test(`the first load of ${name} is at most ${limit / 1000} kB of gzipped JavaScript`, () => {
    const scripts = scriptsOf(manifestOf(manifest), entries);
    expect(scripts.every((file) => existsSync(join(DIST, file)))).toBe(true);
    const sizes = scripts.map((file) => ({ file, bytes: gzipSync(readFileSync(join(DIST, file))).length }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = sizes.toSorted((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => `${bytes} ${file}`);
    console.log(`${name}: ${Math.round(total / 1000)} kB in ${scripts.length} files`);
    expect(total, `\n${list.join('\n')}\n`).toBeLessThanOrEqual(limit);
  });
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(DIST, '.vite', name), 'utf8')) as Manifest;
}

function scriptsOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  entries.forEach(add);
  return [...files].filter((file) => file.endsWith('.js'));
}

test('installing the app downloads nothing of the page for other websites', () => {
  const worker = readFileSync(join(DIST, 'service-worker.js'), 'utf8');
  const entry = manifestOf(EMBED)['embed.html']!.file;
  expect(existsSync(join(DIST, entry))).toBe(true);
  expect(worker).not.toContain(entry);
  expect(worker).not.toContain('embed.html');
});

test('installing the app does not download the HEIC decoder', () => {
  const worker = readFileSync(join(DIST, 'service-worker.js'), 'utf8');
  const manifest = manifestOf(APP);
  const decoders = Object.values(manifest).filter(({ file }) => /\/heic-to-/.test(file));
  expect(decoders).toHaveLength(1);
  expect(worker).toContain(manifest['index.html']!.file);
  expect(worker).not.toContain(decoders[0]!.file);
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

/** Limit for the gzipped JavaScript of a screen's first load, in bytes. */
const BUDGET = 250_000;
const DIST = resolve(import.meta.dirname, '../web/dist');

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** Entries of a screen's first load: the app, the screen and its layout. Their static imports are loaded too. */
const ENTRIES = {
  welcome: ['index.html', 'src/features/accounts/WelcomeScreen.tsx', 'src/app/layouts/GuestLayout.tsx'],
  dashboard: ['index.html', 'src/features/dashboard/DashboardScreen.tsx', 'src/app/layouts/AdminLayout.tsx'],
};

for (const [screen, entries] of Object.entries(ENTRIES)) {
  test(`the first load of ${screen} is at most 250 kB of gzipped JavaScript`, () => {
    const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
    const files = new Set<string>();
    const add = (key: string) => {
      const chunk = manifest[key];
      if (!chunk) throw new Error(`The build has no ${key}`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      chunk.imports?.forEach(add);
    };
    entries.forEach(add);
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    expect(scripts.every((file) => existsSync(join(DIST, file)))).toBe(true);
    const sizes = scripts.map((file) => ({ file, bytes: gzipSync(readFileSync(join(DIST, file))).length }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = sizes.toSorted((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => `${bytes} ${file}`);
    console.log(`${screen}: ${Math.round(total / 1000)} kB in ${scripts.length} files`);
    expect(total, `\n${list.join('\n')}\n`).toBeLessThanOrEqual(BUDGET);
  });
}

test('installing the app does not download the HEIC decoder', () => {
  const worker = readFileSync(join(DIST, 'service-worker.js'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const decoders = Object.values(manifest).filter(({ file }) => /\/heic-to-/.test(file));
  expect(decoders).toHaveLength(1);
  expect(worker).toContain(manifest['index.html']!.file);
  expect(worker).not.toContain(decoders[0]!.file);
});

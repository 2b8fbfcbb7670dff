import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The browser gets the app as people get it: built. */
export default function build(): void {
  const done = spawnSync(process.execPath, [resolve(import.meta.dirname, '../scripts/build.mjs')], { stdio: 'inherit' });
  if (done.status !== 0) throw new Error('The web app could not be built');
}

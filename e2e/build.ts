import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Builds the web app, because the specs run against the production build. Throws when the build fails. */
export default function build(): void {
  const result = spawnSync(process.execPath, [resolve(import.meta.dirname, '../scripts/build.mjs')], { stdio: 'inherit' });
  if (result.status !== 0) throw new Error('The web app could not be built');
}

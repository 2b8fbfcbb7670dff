import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment, root, run, say } from './processes.mjs';
import { nodePath } from './toolchain.mjs';

const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/embed.html',
  'web/vite.config.ts',
  'web/vite.embed.config.ts',
  'web/vite-summaries.ts',
  'scripts/texts',
  'contract/src',
  'contract/texts',
  'taxonomy/src',
  'geography/src',
  'geometry/src',
  'package.json',
  'package-lock.json',
];

const VITE = join(root, 'node_modules/vite/bin/vite.js');

/** Builds the web app unless its sources are unchanged since the last build. Returns whether it is built. */
export async function buildWeb() {
  const wanted = fingerprint(SOURCES);
  const stamp = join(root, 'web/dist/.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  say('Building the web app ...');
  // The page for other websites comes second: it goes into the folder that the app's build empties.
  for (const config of ['vite.config.ts', 'vite.embed.config.ts']) {
    const { code, output } = await run(nodePath(), [VITE, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      env: environment({ NODE_ENV: 'production' }),
      keep: true,
    });
    process.stdout.write(output);
    if (code !== 0) {
      say('Building the web app failed; see the lines above.');
      return false;
    }
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}

/** A hash of all files below the paths, except tests. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) visit(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(path).update('\0').update(readFileSync(full));
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

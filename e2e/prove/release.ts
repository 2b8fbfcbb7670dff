import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';

/** Makes a release, and runs it where nothing else of the project is. */

const root = resolve(import.meta.dirname, '../..');
const place = mkdtempSync(join(tmpdir(), 'veld-release-proof-'));
// The account that runs the database for root has to enter it.
chmodSync(place, 0o755);
const START_LIMIT_MS = 120_000;
const rows: Measure[] = [];
const row = (measure: string, target: string, veld: number, holds: boolean) =>
  rows.push({ measure, at: 'a release', against: '-', veld, other: null, ratio: null, target, holds });

try {
  execFileSync(process.execPath, [join(root, 'scripts/release/release.mjs'), place], { cwd: root, stdio: 'inherit' });
  const archive = readdirSync(place).find((name) => name.endsWith('.tar.gz'))!;
  const home = join(place, 'unpacked');
  mkdirSync(home);
  execFileSync('tar', ['-xzf', join(place, archive), '-C', home, '--strip-components=1']);
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(place, 'data'), PORT: '0' };
  const veld = (...args: string[]) => spawnSync(join(home, 'veld'), args, { env, cwd: '/', encoding: 'utf8' });
  for (const which of ['first', 'second']) {
    const { url, ms, stop } = await start(join(home, 'veld'), env);
    const [ready, page] = await Promise.all(['/api/ready', '/welcome'].map((path) => fetch(url + path).then(({ status }) => status)));
    row(`${which} start until ready, ms`, '-', ms, ready === 200);
    row(`${which} start: the app answers`, '200', page!, page === 200);
    if (which === 'first') {
      row('the doctor exits with', '0', veld('doctor').status ?? 1, veld('doctor').status === 0);
      const backup = veld('backup', join(place, 'backup.tar')).status;
      row('a backup exits with', '0', backup ?? 1, backup === 0);
      const check = veld('backup', '--check', join(place, 'backup.tar')).status;
      row('its check exits with', '0', check ?? 1, check === 0);
    }
    const code = await stop();
    row(`${which} stop exits with`, '0', code ?? 1, code === 0);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
report('release', rows);

interface Started {
  url: string;
  /** How long it took until it was ready. */
  ms: number;
  stop: () => Promise<number | null>;
}

function start(command: string, env: Record<string, string>): Promise<Started> {
  const began = Date.now();
  const child = spawn(command, ['start'], { env, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((done, fail) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      fail(new Error(`It was not ready after ${START_LIMIT_MS} ms`));
    }, START_LIMIT_MS);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Veld is ready at (\S+)/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(limit);
      done({ url, ms: Date.now() - began, stop });
    });
    void ended.then((code) => fail(new Error(`It ended with ${code}: ${output}`)));
  });
}

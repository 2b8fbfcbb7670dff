import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, environment, install, nodePath, requireNode, root } from './ground.mjs';

requireNode();
install();
buildWeb();

const isDemo = process.argv.includes('--demo');
const server = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', join(root, 'server/src/main.ts')], {
  cwd: root,
  env: environment({ VELD_SAYS: '1' }),
  stdio: ['ignore', isDemo ? 'pipe' : 'inherit', 'inherit'],
});
let demo = null;
if (isDemo) {
  server.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    const address = /Veld is ready at (\S+)/.exec(String(chunk))?.[1];
    if (address && !demo)
      demo = spawn(nodePath(), [join(root, 'seed/run.ts'), address], { cwd: root, env: environment(), stdio: 'inherit' });
  });
}
// Ctrl-C reaches the server too; other signals are handed on. The server stops in order, then we end as it did.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
process.on('SIGINT', () => undefined);
server.on('exit', (code, signal) => {
  demo?.kill();
  process.exit(signal ? 1 : (code ?? 0));
});

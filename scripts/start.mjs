import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, root } from './processes.mjs';
import { install, nodePath, requireNode } from './toolchain.mjs';
import { buildWeb } from './web-build.mjs';

requireNode();
install();
if (!(await buildWeb())) process.exit(1);

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
    if (address && !demo) runDemo(address);
  });
}

/** Makes the demo data, counts how often species are reported, which the server does by itself only at night, then adds images. */
function runDemo(address) {
  const steps = [
    { args: [join(root, 'seed/run.ts'), address], stdio: 'inherit' },
    {
      args: ['--disable-warning=ExperimentalWarning', join(root, 'server/src/frequencies.ts'), 'count'],
      stdio: ['ignore', 'ignore', 'inherit'],
    },
    { args: [join(root, 'seed/run.ts'), address, 'images'], stdio: 'inherit' },
  ];
  const next = () => {
    const step = steps.shift();
    if (!step || server.exitCode !== null) return;
    demo = spawn(nodePath(), step.args, { cwd: root, env: environment(), stdio: step.stdio });
    demo.on('exit', (code) => code === 0 && next());
  };
  next();
}

// Ctrl-C reaches the server directly; other signals are forwarded. The server shuts down cleanly, then this process exits with its code.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
process.on('SIGINT', () => undefined);
server.on('exit', (code, signal) => {
  demo?.kill();
  process.exit(signal ? 1 : (code ?? 0));
});

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, root, say } from './processes.mjs';
import { install, nodePath, requireNode } from './toolchain.mjs';

requireNode();
install();
say('The server restarts when its files change. The web app is at the second address and reloads by itself.');
const children = [
  spawn(nodePath(), ['--watch-path=server/src', '--watch-path=contract/src', join(root, 'server/src/main.ts')], {
    cwd: root,
    env: environment({ VELD_SAYS: '1', NODE_ENV: 'development' }),
    stdio: 'inherit',
  }),
  spawn(nodePath(), [join(root, 'node_modules/vite/bin/vite.js')], { cwd: join(root, 'web'), env: environment(), stdio: 'inherit' }),
];
const end = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', end);
process.on('SIGTERM', end);

import { install, requireNode } from './toolchain.mjs';
import { buildWeb } from './web-build.mjs';

requireNode();
install();
if (!(await buildWeb())) process.exit(1);

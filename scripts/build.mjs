import { buildWeb, install, requireNode } from './ground.mjs';

requireNode();
install();
buildWeb();

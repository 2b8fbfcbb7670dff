import { readConfig } from '../config.ts';
import { buildServer } from '../server.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every fresh installation has after its first start: the queues of jobs and the starter taxonomy. */
export async function fillTemplate(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-template-'));
  const server = await buildServer({ config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), databaseUrl, hasWorkers: false });
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

import { readConfig } from '../config.ts';
import { forgetFingerprints } from '../db/fingerprints.ts';
import { buildServer } from '../server.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts a server once, which creates the job queues and loads the starter taxonomy. */
export async function fillTemplate(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-template-'));
  // Each server of a test has its own keys.
  const server = await buildServer({ config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), databaseUrl, hasWorkers: false });
  await forgetFingerprints(server.context.db);
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

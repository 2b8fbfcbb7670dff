import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isUserError, withPlace } from './command.ts';
import { readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { databaseChecks } from './doctor/database.ts';
import { type Check, examine, type Finding, good, writeFinding } from './doctor/finding.ts';
import { machineChecks } from './doctor/machine.ts';
import { networkChecks } from './doctor/network.ts';

/*
 * `npm run doctor`: looks at the machine, the database and the network of this server, and says in a line each what is wrong and what to do.
 * It changes nothing, whether or not the server is running. Exits with 1 if there is a fault.
 */

async function run(): Promise<Finding[]> {
  const notes: string[] = [];
  const config = withDataDir(readConfig(process.env), (line) => notes.push(line));
  const around = async (checks: Check[]) => examine([...machineChecks(config), ...checks, ...networkChecks(config)]);
  if (config.DATABASE_URL || existsSync(join(config.DATA_DIR, 'postgres')))
    return withPlace('doctor', ({ serverUrl: url, isEmbedded }) => around(databaseChecks({ config, url, isEmbedded })));
  for (const note of notes) console.log(note);
  return around([{ subject: 'database', look: () => [good('database', 'none yet: the first start makes it')] }]);
}

try {
  const found = await run();
  for (const finding of found) console.log(writeFinding(finding));
  const count = (state: Finding['state']) => found.filter((finding) => finding.state === state).length;
  console.log(`${count('good')} ok, ${count('warning')} to look at, ${count('fault')} faults`);
  if (count('fault') > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error && isUserError(error) ? `doctor  ${error.message}` : error);
  process.exitCode = 1;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2] ?? '';
const file = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z]+$/.test(name) || name === 'run' || !existsSync(file)) {
  console.error('Name the proof to run, for example: npm run prove -- kill');
  process.exit(2);
}
await import(file);

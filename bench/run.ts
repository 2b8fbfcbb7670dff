import { existsSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2] ?? '';
const file = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z]+$/.test(name) || ['run', 'report', 'embedded', 'phone'].includes(name) || !existsSync(file)) {
  console.error(
    'Name the benchmark to run: npm run bench -- api, explore, feed, journeys, map, mapview, recorder, relevance, roll, species, start or taxonomy',
  );
  process.exit(2);
}
await import(file);

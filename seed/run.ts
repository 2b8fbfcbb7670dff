import { addWalkingArea, WALKER } from './walking-area.ts';
import { PASSWORD, people, seed } from './world.ts';

/** Creates the demo data on a running server: `node seed/run.ts http://127.0.0.1:3000`. */
const url = process.argv[2];
const print = (line: string) => console.log(`demo  ${line}`);
if (!url || !URL.canParse(url)) {
  console.error('demo  Usage: node seed/run.ts URL, with the address of a running server such as http://127.0.0.1:3000');
  process.exit(1);
}
print('Creating the demo data ...');
try {
  const address = url.replace(/\/+$/, '');
  const created = await seed(address, { size: 3000, onProgress: print });
  await addWalkingArea(address, created.tokens.admin);
  print(created.records === 0 ? 'The demo data exist already.' : `Created ${created.records} records and ${created.photos} photos.`);
  print(`Log in as ${[...people, WALKER].map((person) => person.email).join(', ')} with the password ${PASSWORD}`);
} catch (error) {
  console.error(`demo  The demo data could not be created: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

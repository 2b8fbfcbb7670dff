import { addWalkingArea, WALKER } from './walking-area.ts';
import { addPlates, PASSWORD, people, seed } from './world.ts';

/** So many are set while the records are stored, and the others in a second step; the server needs a third of a second for each. */
const PLATES = 60;

/** Creates the demo data on a running server: `node seed/run.ts http://127.0.0.1:3000`; with `images` after it, the images of further species. */
const [url, step] = process.argv.slice(2);
const print = (line: string) => console.log(`demo  ${line}`);
if (!url || !URL.canParse(url)) {
  console.error('demo  Usage: node seed/run.ts URL, with the address of a running server such as http://127.0.0.1:3000');
  process.exit(1);
}
const address = url.replace(/\/+$/, '');
try {
  if (step === 'images') await createImages();
  else await createWorld();
} catch (error) {
  console.error(`demo  The demo data could not be created: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

async function createWorld(): Promise<void> {
  print('Creating the demo data ...');
  const created = await seed(address, { size: 3000, plates: PLATES, onProgress: print });
  await addWalkingArea(address, created.tokens.admin);
  print(
    created.records === 0
      ? 'The demo data exist already.'
      : `Created ${created.records} records, ${created.photos} photos and ${created.plates} images of species.`,
  );
  print(`Log in as ${[...people, WALKER].map((person) => person.email).join(', ')} with the password ${PASSWORD}`);
}

async function createImages(): Promise<void> {
  const added = await addPlates(address);
  if (added > 0) print(`Added ${added} more images of species.`);
}

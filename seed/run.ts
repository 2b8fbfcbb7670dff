import { PASSWORD, people, seed } from './world.ts';

/** Fills the server at an address with the demo world: `node seed/run.ts http://127.0.0.1:3000`. */
const url = process.argv[2];
const say = (line: string) => console.log(`demo  ${line}`);
if (!url || !URL.canParse(url)) {
  console.error('demo  Give the address of a running Veld, such as http://127.0.0.1:3000');
  process.exit(1);
}
say('Filling the demo world ...');
try {
  const done = await seed(url.replace(/\/+$/, ''), { say });
  say(done.records === 0 ? 'The demo world is there already.' : `${done.records} records and ${done.photos} photos are there now.`);
  say(`Log in as ${people.map((person) => person.email).join(', ')}; the password of all is ${PASSWORD}`);
} catch (error) {
  console.error(`demo  The demo world could not be filled: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

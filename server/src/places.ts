import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Language, LANGUAGES, PUBLIC_PLACE_KINDS, type PublicPlace } from '@veld/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isUserError, withDatabase } from './command.ts';
import { takeOffPlaces } from './features/geo/public-places.ts';
import { PlaceFileFault } from './features/places/import/read-features.ts';
import { importPlaces, listSources } from './features/places/import/run.ts';

/*
 * Manages the public places of the operator: `npm run places -- add FILE` (docs/places.md). Works on the configured data, whether or not
 * the server is running, and takes effect at once.
 */

interface AddOptions {
  kind: PublicPlace['kind'];
  nameProperty: string;
  keyProperty?: string;
  nameIn: Partial<Record<Language, string>>;
  source?: string;
  attribution: string;
  skipFaulty: boolean;
}

const STEP = 100;

/** `nl=NAAM`: the property with the names in a language. */
function nameIn(text: string, before: Partial<Record<Language, string>>): Partial<Record<Language, string>> {
  const [code = '', property = ''] = text.split(/=(.*)/s);
  const language = LANGUAGES.find((one) => one === code);
  if (!language || property === '') throw new InvalidArgumentError(`Expected LANGUAGE=PROPERTY, with one of ${LANGUAGES.join(', ')}.`);
  return { ...before, [language]: property };
}

const program = new Command('places').description('Manage municipalities, reserves and other places that everybody sees');
program
  .command('add')
  .description('Add the polygons of a GeoJSON file (.geojson, one feature per line, or gzipped); those of the same source are replaced')
  .argument('<file>')
  .addOption(new Option('--kind <kind>', 'what they are').choices([...PUBLIC_PLACE_KINDS]).makeOptionMandatory())
  .option('--name-property <property>', 'the property with the name', 'name')
  .option('--key-property <property>', 'the property that identifies a place, also in a later file; without it, the name')
  .option('--name-in <language=property>', 'the property with the names in another language; can be repeated', nameIn, {})
  .option('--source <name>', 'what to replace when it is loaded again; without it, the file name')
  .option('--attribution <text>', 'whom to credit for the boundaries', '')
  .option('--skip-faulty', 'leave faulty features out, instead of changing nothing', false)
  .action((file: string, options: AddOptions) => addFile(file, options));
program
  .command('list')
  .description('List what was loaded')
  .action(() =>
    withDatabase('places', async ({ db }) => {
      const { sources, ofPeople } = await listSources(db);
      for (const { source, kind, places } of sources) console.log(`${source}: ${places} (${kind})`);
      if (sources.length === 0) console.log('No places were loaded. Add some: npm run places -- add FILE --kind municipality');
      if (ofPeople > 0) console.log(`People made ${ofPeople} of their places public`);
    }),
  );
program
  .command('remove')
  .description('Remove all places of a source, or take the page of a place off that a person made public, by its id')
  .argument('<source or id>')
  .action((name: string) =>
    withDatabase('places', async ({ db }) => {
      const removed = await takeOffPlaces(db, name, new Date());
      if (removed === 0) throw new PlaceFileFault(`There is nothing called "${name}". See: npm run places -- list`);
      console.log(`Removed ${removed}`);
    }),
  );

await program.parseAsync().catch((error: Error) => {
  console.error(error instanceof PlaceFileFault || isUserError(error) ? `places  ${error.message}` : error);
  process.exitCode = 1;
});

async function addFile(file: string, options: AddOptions): Promise<void> {
  // npm runs commands in the project folder; INIT_CWD is the folder the user called it from.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  await stat(path).catch(() => {
    throw new PlaceFileFault(`File not found: ${path}`);
  });
  const { kind, nameProperty, keyProperty, nameIn: names, source = basename(path), attribution, skipFaulty } = options;
  await withDatabase('places', async ({ db }) => {
    const job = { path, source, kind, attribution, properties: { name: nameProperty, key: keyProperty, names }, skipsFaulty: skipFaulty };
    const isSeen = process.stderr.isTTY;
    const report = await importPlaces(db, job, new Date(), (places) => {
      if (isSeen && places % STEP === 0) process.stderr.write(`\r\x1b[Kplaces  ${places} `);
    });
    if (isSeen) process.stderr.write('\r\x1b[K');
    for (const fault of report.faults) console.error(`places  ${fault}`);
    const gone = report.removed > 0 ? `, ${report.removed} that it no longer has are gone` : '';
    const left = report.faulty > 0 ? `, ${report.faulty} faulty ones were left out` : '';
    console.log(`${source}: ${report.places} places${gone}${left}`);
  });
}

import { Command, Option } from 'commander';
import { isUserError } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { addMap, removeMap } from './map-sources/added/add-map.ts';
import { MapFault } from './map-sources/added/map-fault.ts';
import { type AddedMap, readShelf } from './map-sources/added/shelf.ts';
import type { Encoding } from './map-sources/added/terrain.ts';

/*
 * Manages the maps of the data folder from the command line: `npm run map -- add netherlands.osm.pbf` (docs/maps.md). The database is not
 * needed, and a server that runs shows the change at once. The administration runs this program too, with `--json`.
 */

interface AddArguments {
  name?: string;
  attribution?: string;
  attributionUrl?: string;
  offline: boolean;
  terrain?: Encoding;
  json?: boolean;
}

const STEPS = { checking: 'checking', cutting: 'cutting tiles', packing: 'packing', copying: 'copying' };

let lastLine = '';

const program = new Command('map').description('Manage the maps besides the built-in one');
program
  .command('add')
  .description('Add an OpenStreetMap extract (.osm.pbf), PMTiles or MBTiles; one of the same name is replaced')
  .argument('<file>')
  .option('--name <name>', 'how people find it; without one, as the file')
  .option('--attribution <text>', 'whom to credit; without it as the file says, or OpenStreetMap')
  .option('--attribution-url <address>', 'where the credit leads')
  .option('--no-offline', 'people may not keep parts of it on their devices')
  .addOption(
    new Option('--terrain <encoding>', 'terrain tiles for shading, which do not say themselves how').choices(['terrarium', 'mapbox']),
  )
  .addOption(new Option('--json').hideHelp())
  .action(async (file: string, { json, ...options }: AddArguments) => {
    const config = dataConfig();
    const show = json ? printProgress : showProgress();
    const map = await addMap(file, {
      dataDir: config.DATA_DIR,
      name: options.name,
      attribution: options.attribution,
      attributionUrl: options.attributionUrl,
      isOffline: options.offline,
      encoding: options.terrain,
      taken: [...config.MAP_SOURCES, ...config.MAP_STYLE_URL].map(({ name }) => name),
      progress: show,
    });
    if (!json && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.log(json ? JSON.stringify({ added: map.id }) : `Added ${wordsFor(map)}`);
  });
program
  .command('remove')
  .description('Remove a map by its name or id; offline maps that people made of it stay on their devices')
  .argument('<name>')
  .action(async (name: string) => {
    const { DATA_DIR } = dataConfig();
    const removed = await removeMap(DATA_DIR, name);
    if (!removed) throw new MapFault('not_a_map', `There is no map called "${name}". See: npm run map -- list`);
    console.log(`Removed ${removed.name}`);
  });
program
  .command('list')
  .description('List the maps')
  .action(() => {
    const maps = readShelf(dataConfig().DATA_DIR);
    for (const map of maps) console.log(wordsFor(map));
    if (maps.length === 0) console.log('There is no map besides the built-in one. Add one: npm run map -- add FILE');
  });

await program.parseAsync().catch((error: Error) => {
  const isKnown = error instanceof MapFault || isUserError(error);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ failure: failureFor(error) }));
  else console.error(isKnown ? `map  ${error.message}` : error);
  process.exitCode = 1;
});

function dataConfig(): Config {
  return withDataDir(readConfig(process.env), (line) => console.error(`map  ${line}`));
}

function failureFor(error: Error): { code: string; params: object } {
  if (error instanceof MapFault) return { code: error.code, params: error.params };
  return { code: 'internal', params: { message: error.message.slice(0, 200) } };
}

function wordsFor({ name, kind, schema, encoding, min_zoom, max_zoom, tiles, bytes, id, attribution }: AddedMap): string {
  const form = schema ?? (encoding ? `shading, ${encoding}` : 'pictures');
  return `${name} (${kind === 'vector' ? `vector tiles, ${form}` : form}): zoom ${min_zoom} to ${max_zoom}, ${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB, ${attribution}, ${id}`;
}

/** One line that is written again and again; nothing where nobody sees it. */
function showProgress(): (step: keyof typeof STEPS, share: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return (step, share) => process.stderr.write(`\r\x1b[Kmap  ${STEPS[step]} ${Math.round(share * 100)}% `);
}

function printProgress(step: string, share: number): void {
  const line = JSON.stringify({ step, share: Math.round(share * 100) / 100 });
  if (line !== lastLine) console.log(line);
  lastLine = line;
}

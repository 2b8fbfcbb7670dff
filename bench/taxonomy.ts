import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { describeMachine, type Measure, report, formatMeasures } from './report.ts';
import { compareWithCommit } from './taxonomy/against.ts';
import { browserVersion, Device } from './taxonomy/device.ts';
import { measureApp } from './taxonomy/measure-app.ts';
import { measureImports } from './taxonomy/measure-imports.ts';
import { measureMemory } from './taxonomy/measure-memory.ts';
import { measureOpening } from './taxonomy/measure-opening.ts';
import { measureQueries } from './taxonomy/measure-queries.ts';
import { sampleFolder, generateTaxa } from './taxonomy/names.ts';
import { parseTaxonomyPlan, type Setup, SIDES, type SideName, type Size, versions } from './taxonomy/plan.ts';
import { startSite } from './taxonomy/site.ts';
import { starterRows } from './taxonomy/starter.ts';

/**
 * The taxonomy on a device, in a real browser with real names: Veld's update and search against one row per taxon and against
 * libraries. Each side runs in its own profile and worker, driven by the same code, in alternating order; the median of the
 * rounds' ratios counts. See docs/benchmarks/taxonomy.md.
 */
const COUNTS: Readonly<Record<Exclude<Size, 'starter'>, number>> = { '100k': 100_000, '1M': 1_000_000 };

const plan = parseTaxonomyPlan(process.argv.slice(2));
if (plan.against !== null) {
  const compared = await compareWithCommit({ ...plan, commit: plan.against });
  process.exit(compared.every(({ holds }) => holds) ? 0 : 1);
}
/** Only larger lists need names. */
const folder = plan.sizes.every((size) => size === 'starter') ? '' : sampleFolder();
const rows: Measure[] = [];
const site = await startSite();
const made: Device[] = [];
// Removes the profiles when interrupted; Playwright's signal handlers end the browsers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const device of made) device.removeFolder();
    process.exit(1);
  });
}
try {
  for (const at of plan.sizes) {
    plan.say(`${at}: making taxa ...`);
    const taxa = at === 'starter' ? starterRows() : generateTaxa(folder, COUNTS[at], plan.seed);
    const newDevice = (side: SideName) => {
      const device = new Device(site.url, side);
      made.push(device);
      return device;
    };
    const devices = Object.fromEntries(SIDES.map((side) => [side, newDevice(side)])) as Record<SideName, Device>;
    const setup: Setup = { at, taxa, pages: site.put(at, taxa), devices, newDevice };
    if (['import', 'size', 'opening', 'queries', 'memory'].some((measure) => plan.wants(measure as 'import'))) {
      for (const measure of [measureImports, measureOpening, measureQueries, measureMemory]) rows.push(...(await measure(plan, setup)));
    }
    for (const device of made.splice(0)) await device.remove();
    if (at === '100k') rows.push(...(await measureApp(plan, taxa)));
  }
} finally {
  for (const device of made) await device.remove();
  await site.remove();
}
const besides = [await browserVersion(), ...versions()];
if (plan.keeps) keepTable(rows, describeMachine(besides));
report('taxonomy', rows, besides);

/** Replaces the table in the document. */
function keepTable(measured: readonly Measure[], machine: string): void {
  const document = resolve(import.meta.dirname, '../docs/benchmarks/taxonomy.md');
  const text = readFileSync(document, 'utf8');
  const head = '## The last table\n';
  const [before = ''] = text.split(head);
  const busy = `load ${loadavg()[1]!.toFixed(1)} over the last five minutes, the bench's own included`;
  const caption = `Measured ${new Date().toISOString().slice(0, 10)} on ${machine}; ${busy}.`;
  writeFileSync(document, `${before}${head}\n${caption}\n\n${formatMeasures(measured).join('\n')}\n`);
}

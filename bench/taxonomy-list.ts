import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * Writes a list of invented taxa in Veld's own format, to measure imports: `node bench/taxonomy-list.ts 1000000 list` (the number of
 * taxa and the folder). The same number gives the same list.
 */
const count = Number(process.argv[2] ?? 100_000);
const folder = resolve(process.argv[3] ?? '.');
const SYLLABLES =
  'ba ca da fa ga la ma na pa ra sa ta va be ce de fe ge le me ne pe re se te ve bi ci di fi li mi ni pi ri si ti vi lo mo no po ro so to vo lu mu nu ru'.split(
    ' ',
  );
const ENDINGS = ['us', 'a', 'um', 'is', 'ensis', 'oides', 'ella', 'inus'];
const GROUPS = ['bird', 'insect', 'butterfly', 'plant', 'fungus', 'mollusc', 'spider', 'fish'];
const COUNTRIES = ['NL', 'DE', 'GB', 'FR', 'ES', 'PL', 'ZA', 'IT', 'PT', 'BE'];

let seed = 7;
/** mulberry32; simpler generators have short cycles. */
const next = (below: number) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
};
const word = (length: number) => Array.from({ length }, () => SYLLABLES[next(SYLLABLES.length)]!).join('');
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

async function table(name: string, header: string, lines: () => Generator<string>): Promise<void> {
  const out = createWriteStream(resolve(folder, name));
  out.write(`${header}\n`);
  for (const line of lines()) if (!out.write(`${line}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

await table(
  'taxa.tsv',
  'id\tscientific_name\tauthority\trank\tgroup\tfamily\trarity_class\tcountries\tparent_id\taccepted_id\tobservation_count',
  function* () {
    let genus = '';
    let genusId = 0;
    for (let id = 1; id <= count; id++) {
      const group = GROUPS[Math.floor((id * GROUPS.length) / (count + 1))]!;
      if (id % 20 === 1) {
        genus = capital(word(3)) + ENDINGS[next(4)]!;
        genusId = id;
        yield `${id}\t${genus}\tAnna, 1901\tgenus\t${group}\t\t\t\t\t\t`;
        continue;
      }
      const isSynonym = id % 10 === 0;
      const places = isSynonym ? '' : [...new Set(Array.from({ length: next(3) }, () => COUNTRIES[next(COUNTRIES.length)]!))].join(' ');
      const accepted = isSynonym ? String(id - 1) : '';
      yield `${id}\t${genus} ${word(2)}${id % 97}${ENDINGS[next(ENDINGS.length)]!}\tBram, ${1800 + next(200)}\tspecies\t${group}\t\t\t${places}\t${genusId}\t${accepted}\t${next(5000)}`;
    }
  },
);
await table('names.tsv', 'taxon_id\tlanguage\tname', function* () {
  for (let id = 1; id <= count; id++) {
    if (id % 4 !== 0 || id % 10 === 0) continue;
    yield `${id}\ten\t${capital(word(2))} ${word(3)} ${id}`;
    if (id % 8 === 0) yield `${id}\tnl\t${capital(word(4))} ${id}`;
  }
});

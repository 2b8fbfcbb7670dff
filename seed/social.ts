import { listKeys, patchPreferences, putIdentification, putRelation, putReport, type TaxonRow, type User } from '@veld/contract';
import { call } from './api.ts';
import type { PersonKey } from './people.ts';
import type { PlannedRecord } from './plan.ts';
import { deriveUuid } from './random.ts';

interface World {
  records: readonly PlannedRecord[];
  tokens: Record<PersonKey, string>;
  users: Record<PersonKey, User>;
  taxa: ReadonlyMap<string, readonly TaxonRow[]>;
}

/** Who follows whom. */
const FOLLOWS: readonly [PersonKey, PersonKey][] = [
  ['anna', 'bram'],
  ['anna', 'klara'],
  ['anna', 'femke'],
  ['bram', 'anna'],
  ['bram', 'lucia'],
  ['klara', 'tomasz'],
  ['tomasz', 'klara'],
  ['marie', 'pieter'],
  ['giulia', 'marie'],
  ['joao', 'lucia'],
  ['pieter', 'anna'],
  ['femke', 'anna'],
];

/** Whose friends see what they still need. */
const SHARES_NEEDS: readonly PersonKey[] = ['anna', 'bram', 'femke'];

/** How many of the latest records others look at. */
const LOOKED_AT = 200;

/** Pairs that even naturalists mix up; each is suggested for the other. */
const LOOKALIKES: readonly [string, string][] = [
  ['Phylloscopus collybita', 'Phylloscopus trochilus'],
  ['Hirundo rustica', 'Delichon urbicum'],
  ['Ardea alba', 'Egretta garzetta'],
  ['Pieris rapae', 'Pieris napi'],
  ['Larus argentatus', 'Larus fuscus'],
  ['Bombus terrestris', 'Bombus pascuorum'],
  ['Phoenicurus ochruros', 'Phoenicurus phoenicurus'],
  ['Turdus philomelos', 'Turdus iliacus'],
  ['Corvus corone', 'Coloeus monedula'],
  ['Aeshna mixta', 'Aeshna cyanea'],
];

/** Lets people follow one another, identify records, agree or not, and report one. Ids are always the same. */
export async function addSocial(url: string, world: World): Promise<void> {
  const { records, tokens, users } = world;
  if (records.length === 0) return;
  for (const [who, other] of FOLLOWS) await call(url, putRelation, { params: { kind: 'follow', id: users[other].id } }, tokens[who]);
  for (const who of SHARES_NEEDS) await call(url, patchPreferences, { body: { shares_needs: true } }, tokens[who]);
  const seen = records.slice(-LOOKED_AT).filter(({ body }) => body.geoprivacy !== 'private' && body.taxon_id !== undefined);
  const agreed = seen.filter(({ number }) => number % 3 === 0);
  for (const record of agreed) await identify(url, world, record, { taxonId: record.taxon.id, comment: '' });
  const doubted = seen.filter(({ number, taxon }) => number % 3 !== 0 && lookalikeOf(taxon, world) !== undefined);
  for (const record of doubted.slice(-12)) {
    const comment = 'Could it be this one? The two are easily mixed up.';
    await identify(url, world, record, { taxonId: lookalikeOf(record.taxon, world)!.id, comment });
  }
  const reported = seen.findLast(({ person, body }) => person.key !== 'femke' && body.geoprivacy === 'open');
  if (!reported) return;
  const body = {
    subject_kind: 'observation',
    subject_id: reported.id,
    reason: 'wrong_place',
    text: 'The place is in the middle of the lake.',
  } as const;
  await call(url, putReport, { params: { id: deriveUuid('report') }, body }, tokens.femke);
}

async function identify(url: string, { tokens }: World, record: PlannedRecord, { taxonId, comment }: { taxonId: number; comment: string }) {
  const others = listKeys(tokens).filter((key) => key !== record.person.key && key !== 'admin');
  const who = others[record.number % others.length]!;
  // `disagrees` is for taxa above the one named; another species says so by itself.
  const body = { taxon_id: taxonId, disagrees: false, comment };
  const params = { id: record.id, identification: deriveUuid(`identification ${record.id} ${who}`) };
  await call(url, putIdentification, { params, body }, tokens[who]);
}

/** The species that is mixed up with this one, where the taxonomy has it. */
function lookalikeOf({ names }: TaxonRow, { taxa }: World): TaxonRow | undefined {
  const pair = LOOKALIKES.find((both) => both.includes(names.sci ?? ''));
  const other = pair?.find((name) => name !== names.sci);
  return [...taxa.values()].flat().find((row) => row.names.sci === other);
}

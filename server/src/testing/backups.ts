import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { copyOut } from '../backups/copy.ts';
import { PIECE_BYTES } from '../backups/format.ts';
import { connectForCopy, copyOfTable, listTables } from '../backups/snapshot.ts';
import { listKept, listStores } from '../backups/stores.ts';
import { withDatabase } from './database.ts';
import { person } from './people.ts';
import { declared, draft, insertTaxa, makePhoto, save, upload } from './records.ts';
import { type TestServer, testServer } from './server.ts';

/** A database without tables and an empty data folder. */
export interface EmptyPlace {
  ownerUrl: string;
  dataDir: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** The owner of the database is the one of the tests, or a role that is no superuser. */
export async function emptyPlace({ isPlain = false } = {}): Promise<EmptyPlace> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: withDatabase(inject('databaseUrl'), 'postgres') });
  await client.connect();
  if (isPlain) await client.query(`create role ${name} login nosuperuser nocreatedb nocreaterole password 'plain'`);
  await client.query(`create database ${name} encoding 'UTF8' template template0 ${isPlain ? `owner ${name}` : ''}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'veld-restored-'));
  const ownerUrl = withDatabase(inject('databaseUrl'), name);
  return {
    ownerUrl: isPlain ? ownerUrl.replace(/\/\/[^@/]*@?/, `//${name}:plain@`) : ownerUrl,
    dataDir,
    isEmbedded: !isPlain && inject('serverUrl') !== inject('databaseUrl'),
    async close() {
      await client.query(`drop database if exists ${name} with (force)`);
      if (isPlain) await client.query(`drop role ${name}`);
      await client.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Text that a format of rows could take for its own signs. */
export const ODD_TEXT = 'tab\tand\nline \\N \\. "quotes" ’ 🦉 \u2028 \\x41 end\\';

/** A server with some of everything that a backup holds: odd text, photos, files of imports, a map, a job that waits, and both keys. */
export async function veldToBackUp(): Promise<TestServer> {
  const veld = await testServer();
  await insertTaxa(veld);
  for (const name of ['anna', 'bram']) {
    const who = await person(veld, name);
    await save(veld, who, randomUUID(), draft({ notes: ODD_TEXT }));
    const photo = await makePhoto();
    await upload(veld, who, photo);
    await save(veld, who, randomUUID(), draft({ media: [{ ...declared(photo), order: 0 }] }));
  }
  mkdirSync(join(veld.dataDir, 'imports'), { recursive: true });
  writeFileSync(join(veld.dataDir, 'imports', randomUUID()), 'taxon\tname\n');
  writeFileSync(join(veld.dataDir, 'imports', randomUUID()), '');
  mkdirSync(join(veld.dataDir, 'maps/work'), { recursive: true });
  writeFileSync(join(veld.dataDir, 'maps/maps.json'), '{"maps":[]}');
  // Larger than a piece.
  writeFileSync(join(veld.dataDir, 'maps/woods-1.pmtiles'), Buffer.alloc(PIECE_BYTES + 1, 'woods'));
  writeFileSync(join(veld.dataDir, 'maps/work/half.pmtiles'), 'not in a backup');
  await veld.context.jobs.send('media', { id: randomUUID() });
  return veld;
}

/** Each table with the number of its rows and the digest of them in any order, and each file with its digest. */
export async function readContents({ ownerUrl, dataDir }: Pick<EmptyPlace, 'ownerUrl' | 'dataDir'>): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  const client = await connectForCopy(ownerUrl);
  try {
    for (const table of await listTables(client)) {
      const rows: string[] = [];
      for await (const { bytes } of copyOut(client, `${copyOfTable(table)} to stdout`, 1 << 16)) rows.push(...bytes.toString().split('\n'));
      contents[table.name] = `${rows.length} ${digestOf(rows.toSorted().join('\n'))}`;
    }
  } finally {
    await client.end();
  }
  for (const store of listStores(dataDir))
    for (const key of await listKept(store)) contents[`${store.name}/${key}`] = digestOf(readFileSync(join(dataDir, store.name, key)));
  return contents;
}

const digestOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The contents but for what a restore gives anew: the epochs of the data and of the taxonomy. */
export function withoutEpochs(contents: Record<string, string>): Record<string, string> {
  const { server_state: _state, taxonomy_state: _taxonomy, ...rest } = contents;
  return rest;
}

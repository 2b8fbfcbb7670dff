import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { SCHEMA_FILE, schemaText } from './generate-schema.ts';
import { testServer } from '../testing/server.ts';

it('The types of the tables are those of the migrated database and of column-types.ts', async () => {
  const veld = await testServer();
  const client = new pg.Client({ connectionString: veld.databaseUrl });
  await client.connect();
  const text = await schemaText(client);
  await client.end();
  await veld.close();
  expect(readFileSync(SCHEMA_FILE, 'utf8'), 'run `npm run schema`').toBe(text);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findTableBreaches } from './server-tables.ts';

describe('the tables of the server', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const ALL = {
    'server/src/db/migrations/0001_beginning.sql':
      'create table feedback (id uuid);\ncreate table comments (id uuid);\ncreate table mails (id uuid);\n',
    'server/src/features/feedback/feature.ts': "export const feedback = {\n  tables: ['feedback'],\n};\n",
    'server/src/features/comments/feature.ts': "export const comments = {\n  tables: ['comments'],\n};\n",
  };

  function rulesFor(files: Record<string, string>, allowed: Record<string, string> = {}): string[] {
    folder = mkdtempSync(join(tmpdir(), 'veld-server-tables-'));
    for (const [name, text] of Object.entries({ ...ALL, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return findTableBreaches(folder, allowed).map(({ rule }) => rule);
  }

  it('may be read by their owners and by later features, and written by their owners', () => {
    expect(
      rulesFor({
        'server/src/features/comments/store.ts': 'sql`delete from comments`',
        'server/src/features/feedback/store.ts': "sql`select 1 from comments`; db.updateTable('feedback'); // delete from comments",
        'server/src/mail/store.ts': "db.deleteFrom('mails')",
      }),
    ).toEqual([]);
  });

  it.each([
    ['a write in SQL of a table of another', 'feedback', 'sql`update comments set text = 1`', /writes comments, which only comments does/],
    ['a write by Kysely of a table of another', 'feedback', "tx.insertInto('comments')", /writes comments, which only comments does/],
    [
      'a read in SQL of a table of a later feature',
      'comments',
      'sql`select 1 from a join feedback f on true`',
      /reads feedback of the later/,
    ],
    ['a read by Kysely of a table of a later feature', 'comments', "db.selectFrom('feedback as f')", /reads feedback of the later/],
    ['a write of a table of another folder', 'comments', "db.deleteFrom('mails')", /writes mails, which only server\/src\/mail/],
    [
      'a write in SQL of a table that it computes',
      'comments',
      'sql`update ${TABLES[kind]} set hidden_at = now()`',
      /writes a table of a comp/,
    ],
    ['a write by Kysely of a table that it computes', 'comments', 'tx.deleteFrom(table)', /writes a table of a computed name/],
  ])('are held to their owners: reports %s', (_, feature, text, rule) => {
    expect(rulesFor({ [`server/src/features/${feature}/store.ts`]: text })).toEqual([expect.stringMatching(rule)]);
  });

  it('have exactly one owner each', () => {
    expect(rulesFor({ 'server/src/db/migrations/0002_more.sql': 'create table greetings (id uuid);\n' })).toEqual([
      'creates greetings, which no feature declares as its own',
    ]);
    expect(
      rulesFor({ 'server/src/features/feedback/feature.ts': "export const feedback = {\n  tables: ['feedback', 'comments'],\n};\n" }),
    ).toEqual(['owns comments, as comments does']);
  });

  it('may be used otherwise only where that is allowed, and only as long as it is needed', () => {
    const allowed = { 'comments reads feedback': 'a reason' };
    expect(rulesFor({ 'server/src/features/comments/store.ts': 'sql`select 1 from feedback`' }, allowed)).toEqual([]);
    expect(rulesFor({}, allowed)).toEqual(['allows “comments reads feedback”, which is not needed']);
  });
});

import { expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';

/*
 * While several servers are updated one after another, the old version works on the schema of the new one. So a migration only adds, and says
 * with `-- works from NNNN` that the version before it goes on working. What takes away or renames waits for the release after the one that no
 * longer uses it, and says so with `-- contracts: why nothing uses it`; it works from the migration before it, too.
 */

/** From here on, servers may be updated one after another. */
const FIRST = 88;

/** What the version before would notice, by the words of a statement. */
const REFUSED: readonly [RegExp, string][] = [
  [/^drop (?:table|view|type|schema|sequence)/, 'takes away what the version before uses'],
  [/^alter table .*\bdrop column\b/, 'takes away what the version before uses'],
  [/\brename\b/, 'renames what the version before uses'],
  [/\balter column \S+ (?:set data )?type\b/, 'changes the type of a column'],
  [/\bset not null\b/, 'refuses rows that the version before writes'],
  [/\badd column (?!.*\bdefault\b)(?!.*\bgenerated\b).*\bnot null\b/, 'refuses rows that the version before writes'],
  [
    /^alter table .*\badd (?:constraint \S+ )?(?:check|unique|foreign key|primary key|exclude)\b/,
    'refuses rows that the version before writes',
  ],
  [/^create unique index/, 'refuses rows that the version before writes'],
];

function findFaults({ number, sql, worksFrom }: { number: number; sql: string; worksFrom: number }): string[] {
  const statements = sql
    .replaceAll(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter(Boolean);
  const made = new Set(statements.flatMap((statement) => /^create (?:unlogged )?table (\S+)/.exec(statement)?.[1] ?? []));
  const tableOf = (statement: string) => /^(?:alter table(?: only)?|create unique index.*? on) (\S+)/.exec(statement)?.[1] ?? '';
  const faults = worksFrom < number ? [] : ['does not say that the version before works on: -- works from NNNN'];
  if (/^-- contracts: \S/m.test(sql)) return faults;
  for (const statement of statements)
    // A new table is used by nobody yet.
    if (!made.has(tableOf(statement)))
      faults.push(...REFUSED.flatMap(([words, reason]) => (words.test(statement) ? [`${reason}: ${statement}`] : [])));
  return faults;
}

it('migrations only add, so that servers of two versions work on one database', () => {
  const recent = readMigrations().filter(({ number }) => number >= FIRST);
  expect(recent.flatMap((migration) => findFaults(migration).map((fault) => `${migration.name} ${fault}`))).toEqual([]);
});

it.each([
  ['drop table greetings', false],
  ['alter table greetings drop column phrase', false],
  ['alter table greetings rename column phrase to words', false],
  ['alter table greetings alter column phrase type varchar(10)', false],
  ['alter table greetings alter column phrase set not null', false],
  ['alter table greetings add column words text not null', false],
  ['alter table greetings add constraint short check (length(phrase) < 10)', false],
  ['create unique index greetings_phrase on greetings (phrase)', false],
  ["alter table greetings add column words text not null default ''", true],
  ['alter table greetings add column words text', true],
  ['create index greetings_phrase on greetings (phrase)', true],
  ['alter table greetings drop constraint short', true],
  ['create table greetings (id uuid primary key, phrase text not null); create unique index greetings_phrase on greetings (phrase)', true],
])('of a migration with "%s" it is %s that it only adds', (sql, isAdding) => {
  const migration = { number: 95, worksFrom: 94, sql: `-- works from 0094\n${sql};` };
  expect(findFaults(migration).length === 0).toBe(isAdding);
  expect(findFaults({ ...migration, worksFrom: 95 })).toContain('does not say that the version before works on: -- works from NNNN');
  expect(findFaults({ ...migration, sql: `-- contracts: nothing has read it since 1.2\n${migration.sql}` })).toEqual([]);
});

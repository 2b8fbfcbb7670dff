import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '../db/rows';
import { newId } from '../db/ids';
import { enqueueChange, operations as ofAccounts, pendingChanges } from '../changes/accounts';
import { operations as ofFeedback } from '../changes/feedback';
import type { Fixture } from '../testing/released-databases/dump';
import { freshDatabase } from '../testing/people';
import { bodyErrors } from './operation';
import { findOperation, labelItem, OPERATIONS } from './operations';
import { listOutbox } from './outbox';
import { enqueue } from './store';

const FOLDER = join(import.meta.dirname, '../testing/released-databases');
const released = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

describe('operations', () => {
  it.each(released)('include that of every item stored by %s, with a valid body', (file) => {
    const { user } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Fixture;
    const rows = ['outbox', 'acknowledged'].flatMap((store) => user.stores.find(({ name }) => name === store)!.rows as OutboxItem[]);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const operation = findOperation(row);
      expect(operation?.kind).toBe(row.kind);
      expect(bodyErrors(operation!, row.input)).toBeNull();
    }
  });

  it('are sent by routes that differ, so that a stored route names one operation', () => {
    expect(OPERATIONS.map(({ route }) => findOperation({ route: `${route.method} ${route.path}` }))).toEqual(OPERATIONS);
  });

  it('replace an unsent call with the same subject', async () => {
    const database = freshDatabase();
    await enqueue(database, ofAccounts.putPreference, { body: { theme: 'dark' } }, 1);
    await enqueue(database, ofAccounts.putPreference, { body: { language: 'nl' } }, 2);
    await enqueue(database, ofAccounts.putPreference, { body: { theme: 'light' } }, 3);
    expect((await listOutbox(database)).map(({ subject, input }) => [subject, input.body])).toEqual([
      ['preference:language', { language: 'nl' }],
      ['preference:theme', { theme: 'light' }],
    ]);
  });

  it('keep unsent marks of different badges, messages and introductions apart', async () => {
    const database = freshDatabase();
    const first = (['badge', 'toast', 'wizard'] as const).map((kind) => ({ kind, id: 'one' }));
    const others = first.map(({ kind }) => ({ kind, id: 'another' }));
    for (const change of [...first, ...others, ...first]) await enqueueChange(database, change, 1);
    expect(await pendingChanges(database)).toEqual([...others, ...first]);
  });

  it('label feedback and chosen images as such, and items of an unknown route by their kind', async () => {
    const database = freshDatabase();
    await enqueue(
      database,
      ofFeedback.sendFeedback,
      { params: { id: newId() }, body: { kind: 'idea', text: 'A list of moths', may_contact: false } },
      1,
    );
    const [item] = await listOutbox(database);
    expect(labelItem(item!)).toBe('feedback');
    expect(labelItem({ ...item!, route: 'POST /api/my-species-images' })).toBe('species_image');
    expect(labelItem({ ...item!, route: 'PUT /api/later/:id' })).toBe('setting');
    expect(labelItem({ route: 'PUT /api/later/:id', kind: 'photo' })).toBe('photo');
  });

  it('report what is wrong with a body by field', () => {
    const body = { kind: 'idea', text: ' ', may_contact: false };
    expect(bodyErrors(ofFeedback.sendFeedback, { body })).toEqual({ text: ['required'] });
    // What is wrong with the whole body has no field.
    expect(Object.keys(bodyErrors(ofFeedback.sendFeedback, { body: 'text' })!)).toEqual(['']);
  });
});

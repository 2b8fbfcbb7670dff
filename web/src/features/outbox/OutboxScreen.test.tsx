// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ObservationDraft, OwnObservation, User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { operations as ofAccounts } from '../../local/changes/accounts';
import { operations as ofFeedback } from '../../local/changes/feedback';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { setSendingRules } from '../../local/outbox/sending-rules';
import { enqueue } from '../../local/outbox/store';
import { deleteObservation, saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs, signIn } from '../../testing/render-as';
import OutboxScreen from './OutboxScreen';

/** These tests import nothing; `web/src/app/OutboxPage.test.tsx` does. */
const draftForm = { valuesOf: async () => ({}), recordOf: () => expect.unreachable() };

let user: User;
beforeEach(() => {
  user = freshPerson('anna');
});

const heron = { id: 17, name: 'Grey heron', scientific_name: 'Ardea cinerea', rank: 'species', group: 'bird' as const, image_url: null };

const database = () => openUserDatabase(user.id);

/** A wren that failed once without a connection and will be retried. */
async function renderWithFailedRecord() {
  await saveObservation(database(), { verbatim_name: 'a wren' }, [], { user: observer(user) });
  await renderScreen();
}

const NOTES = 'Along the dyke from the mill to the ferry, wind from the west, two dogs off the lead. '.repeat(4);

async function renderScreen(change?: object) {
  const [item] = await listOutbox(database());
  const last_error = { kind: 'network' as const, code: null, status: null, title: null, detail: null, errors: null, at: 0 };
  await database().outbox.update(item!.id, change ?? { tries: 1, next_try_at: Date.now() + 60_000, last_error });
  await renderAs(user, <OutboxScreen draftForm={draftForm} icons={{}} />);
  await screen.findByText('a wren');
}
const button = (name: string) => screen.queryByRole('button', { name });

describe('the outbox', () => {
  it('offers to retry a failed item', async () => {
    await renderWithFailedRecord();
    expect(button('Upload now')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect((await listOutbox(database()))[0]!.next_try_at).toBe(0));
  });

  it('offers neither sending nor retrying while sending is paused', async () => {
    await setSendingRules(database(), { paused: true });
    await renderWithFailedRecord();
    expect(screen.getByText(/uploads paused/)).toBeDefined();
    expect(button('Upload now')).toBeNull();
    expect(button('Retry')).toBeNull();
  });

  it('shows each record as waiting for the login once the session has ended, without a time', async () => {
    await signIn(user, { session: { needs_login: true } });
    await renderWithFailedRecord();
    expect(screen.getByText(/Log in again to upload/)).toBeDefined();
    expect(screen.queryByText(/retry/)).toBeNull();
    expect(button('Upload now')).toBeNull();
    expect(button('Retry')).toBeNull();
  });

  it('moves the focus to the next record after discarding one, and to the title after the last', async () => {
    await saveObservation(database(), { verbatim_name: 'a wren' }, [], { user: observer(user) });
    // The order is that of saving, to the millisecond.
    const saved = Date.now();
    await waitFor(() => expect(Date.now()).toBeGreaterThan(saved), { interval: 1 });
    await saveObservation(database(), { verbatim_name: 'a robin' }, [], { user: observer(user) });
    await renderScreen();
    const discardFirst = async () => {
      const [discard] = screen.getAllByRole('button', { name: 'Discard unsent changes' });
      discard!.focus();
      fireEvent.click(discard!);
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'discard' } });
      const [, confirm] = within(await screen.findByRole('dialog')).getAllByRole('button', { name: /^(Cancel|Discard unsent changes)$/ });
      fireEvent.click(confirm!);
    };
    await discardFirst();
    await waitFor(() => expect(screen.queryByText('a wren')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'a robin' })));
    await discardFirst();
    await screen.findByText(/^Nothing is waiting/);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  it('keeps the discard dialog open when an attempt fails meanwhile', async () => {
    await saveObservation(database(), { verbatim_name: 'a wren' }, [], { user: observer(user) });
    await renderScreen({});
    fireEvent.click(screen.getByRole('button', { name: 'Discard unsent changes' }));
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'disc' } });
    const [item] = await listOutbox(database());
    const last_error = { kind: 'network' as const, code: null, status: null, title: null, detail: null, errors: null, at: 0 };
    await database().outbox.update(item!.id, { tries: 1, next_try_at: Date.now() + 60_000, last_error });
    await screen.findByText(/retry/);
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'disc');
  });

  it('lists ticks and deletions apart from the records, and counts them apart', async () => {
    await saveObservation(database(), { verbatim_name: 'a wren' }, [], { user: observer(user) });
    await saveObservation(database(), { taxon_id: 17 }, [], { user: observer(user), taxon: heron });
    const gone = await saveObservation(database(), { verbatim_name: 'a robin' }, [], { user: observer(user) });
    await database().outbox.where('observation_id').equals(gone).modify({ tries: 1 });
    await deleteObservation(database(), gone);
    await renderAs(user, <OutboxScreen draftForm={draftForm} icons={{}} />);
    const records = within(await screen.findByRole('region', { name: 'Your records' }));
    expect(records.getAllByRole('article')).toHaveLength(1);
    expect(records.getByText('a wren')).toBeDefined();
    const changes = within(screen.getByRole('region', { name: 'Other changes' }));
    expect(changes.getAllByRole('article')).toHaveLength(2);
    expect(changes.getByText('Tick')).toBeDefined();
    expect(changes.getByText('Deletion')).toBeDefined();
    expect(screen.getByText(/^1 record waiting to upload\. 2 changes waiting to upload\./)).toBeDefined();
  });

  it('shows excerpts of long notes in conflict around their first difference, and the whole on request', async () => {
    await saveObservation(database(), { verbatim_name: 'a wren', notes: `${NOTES}four eggs` }, [], { user: observer(user) });
    const [item] = await listOutbox(database());
    const body = item!.input.body as ObservationDraft;
    const current = {
      ...body,
      notes: `${NOTES}five eggs`,
      taxon: null,
      version: 2,
      updated_at: '2026-05-10T08:00:00Z',
    } as unknown as OwnObservation;
    await database().outbox.update(item!.id, { state: 'needs_attention', conflict: { current, clashes: ['notes'] } });
    await renderScreen({});
    const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);
    await waitFor(() => expect(cells()).toHaveLength(2));
    expect(cells()[0]).toMatch(/^… .*four eggs$/);
    expect(cells()[1]).toMatch(/^… .*five eggs$/);
    fireEvent.click(screen.getByRole('button', { name: 'Show all, Notes' }));
    expect(cells()).toEqual([`${NOTES}four eggs`, `${NOTES}five eggs`]);
    fireEvent.click(screen.getByRole('button', { name: 'Show less, Notes' }));
    expect(cells()[0]).toMatch(/^… /);
  });

  it('shows queued feedback as a message of its own, not as a setting', async () => {
    await enqueue(database(), ofAccounts.putPreference, { body: { theme: 'dark' } }, Date.now());
    const body = { kind: 'idea' as const, text: 'A list of moths', may_contact: false };
    await enqueue(database(), ofFeedback.sendFeedback, { params: { id: newId() }, body }, Date.now());
    await renderWithFailedRecord();
    const [feedback, settings] = ['Your feedback', 'Your settings'].map((name) =>
      screen.getByRole('heading', { name }).closest('article')!,
    );
    expect(within(feedback!).getByText('Message')).toBeDefined();
    expect(within(feedback!).queryByText('Setting')).toBeNull();
    expect(within(feedback!).getByRole('button', { name: 'Discard message' })).toBeDefined();
    expect(within(settings!).getByText('Setting')).toBeDefined();
  });

  it('keeps the focus when a record is put on hold and released', async () => {
    await renderWithFailedRecord();
    const hold = screen.getByRole('button', { name: 'Hold' });
    hold.focus();
    fireEvent.click(hold);
    const release = await screen.findByRole('button', { name: 'Release' });
    expect(document.activeElement).toBe(release);
    fireEvent.click(release);
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Hold' }));
  });
});

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type IdentificationDraft,
  listRecordActivity,
  listReactions,
  type PublicObservation,
  REACTION_EMOJI,
  type ReactionWrite,
  type RecordActivity,
  recordValues,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { reconcileSuccess } from '../../local/outbox/reconcile';
import { react } from '../../local/changes/reactions';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import RecordActions from './RecordActions';

const { owl, fox, thumbs_up } = REACTION_EMOJI;
const robin = { id: 7, name: 'Robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird', image_url: null } as const;

let anna: User;
let server: VeldServer;
let activity: Partial<RecordActivity>;
let asked: string[];
beforeEach(() => {
  anna = freshPerson('anna');
  activity = {};
  asked = [];
  server = new VeldServer(anna).answer(listRecordActivity, (url) => {
    asked.push(url.searchParams.get('ids')!);
    const data = url.searchParams
      .get('ids')!
      .split(',')
      .map((id) => ({ id, reactions: [], own_reaction: null, agrees: false, comments: 0, ...activity }));
    return json({ data });
  });
  server.fault = ({ method }) => (method === 'GET' ? null : 'no-connection');
});

function record(user = bram): PublicObservation {
  return {
    id: newId(),
    user: observer(user),
    taxon: robin,
    quality: 'needs_id',
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    ...recordValues({ taxon_id: robin.id, observed_on: '2026-05-01' }),
    created_at: null,
  };
}

const show = (...records: PublicObservation[]) =>
  renderAs(
    anna,
    <>
      {records.map((one) => (
        <RecordActions key={one.id} record={one} />
      ))}
    </>,
    { at: '/feed', server },
  );
const choices = async () =>
  (await listOutbox(openUserDatabase(anna.id)))
    .filter(({ subject }) => subject.startsWith('reaction:'))
    .map(({ input }) => (input.body as ReactionWrite).emoji);
/** Without a layout, floating parts count as hidden. */
const palette = () => screen.findByRole('toolbar', { name: 'Choose a reaction', hidden: true });
const counts = () => screen.queryByRole('button', { name: /^Reactions:/ })?.firstElementChild?.textContent;

describe('the actions of a record', () => {
  it('react by a tap with the emoji used last, at once and without a connection, and take it back by another', async () => {
    activity = { reactions: [{ emoji: owl, count: 2 }] };
    await show(record());
    await waitFor(() => expect(counts()).toBe('Reactions: Owl 2'));
    fireEvent.click(screen.getByRole('button', { name: 'React' }));
    await waitFor(() => expect(counts()).toBe('Reactions: Owl 2, Thumbs up 1'));
    expect(await choices()).toEqual([thumbs_up]);
    fireEvent.click(screen.getByRole('button', { name: 'Your reaction: Thumbs up. Remove it' }));
    await waitFor(() => expect(counts()).toBe('Reactions: Owl 2'));
    expect(await choices()).toEqual([null]);
  });

  it('say what they do on the page of a record, and not in the row of a card', async () => {
    await renderAs(anna, <RecordActions record={record()} isLabelled />, { at: '/', server });
    for (const label of ['Agree', 'Suggest', 'Comment', 'Share']) expect(await screen.findByText(label), label).toBeDefined();
    await show(record());
    expect(screen.getAllByText('Share')).toHaveLength(1);
  });

  it('show the reaction that the server accepted after its answer, when it has refused a later one', async () => {
    const one = record();
    const database = openUserDatabase(anna.id);
    await react(database, one.id, owl);
    await reconcileSuccess(database, (await listOutbox(database))[0]!, null, Date.now());
    await react(database, one.id, fox);
    await database.outbox.toCollection().modify({ state: 'needs_attention' });
    await show(one);
    await waitFor(() => expect(counts()).toBe('Reactions: Owl 1'));
  });

  it.each<[string, () => void]>([
    ['the small button', () => fireEvent.click(screen.getByRole('button', { name: 'Choose a reaction' }))],
    ['an arrow key', () => fireEvent.keyDown(screen.getByRole('button', { name: 'React' }), { key: 'ArrowUp' })],
  ])('offer all emoji by %s, with their names', async (_, open) => {
    await show(record());
    await screen.findByRole('button', { name: 'React' });
    open();
    const all = within(await palette());
    expect(all.getAllByRole('button', { hidden: true })).toHaveLength(49);
    fireEvent.keyDown(all.getByRole('button', { name: 'Thumbs up', hidden: true }), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(all.getByRole('button', { name: 'Heart', hidden: true }));
    fireEvent.click(all.getByRole('button', { name: 'Fox', hidden: true }));
    await waitFor(async () => expect(await choices()).toEqual([fox]));
    await screen.findByRole('button', { name: /^Your reaction: Fox/ });
  });

  it('offer all emoji by a long press, which is no tap', async () => {
    await show(record());
    const button = await screen.findByRole('button', { name: 'React' });
    fireEvent.pointerDown(button, { button: 0 });
    await palette();
    fireEvent.pointerUp(button);
    fireEvent.click(button);
    expect(await palette()).toBeDefined();
    expect(await choices()).toEqual([]);
  });

  it('agree with the name of somebody else', async () => {
    await show(record());
    fireEvent.click(await screen.findByRole('button', { name: 'Agree' }));
    const agreed = await screen.findByRole('button', { name: 'You agree' });
    fireEvent.click(agreed);
    const items = await listOutbox(openUserDatabase(anna.id));
    expect(items.map(({ input }) => input.body as IdentificationDraft)).toEqual([{ taxon_id: 7, disagrees: false, comment: '' }]);
  });

  it('have neither agreement nor another name on an own record', async () => {
    await show(record(anna));
    await screen.findByRole('button', { name: 'React' });
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Suggest a name' })).toBeNull();
  });

  it('lead to the sections of the page, with the number of comments', async () => {
    activity = { comments: 3 };
    const one = record();
    await show(one);
    expect((await screen.findByRole('link', { name: 'Comments: 3' })).getAttribute('href')).toBe(`/observations/${one.id}#comments`);
    expect(screen.getByRole('link', { name: 'Suggest a name' }).getAttribute('href')).toBe(`/observations/${one.id}#identifications`);
  });

  it('ask about all records of a screen at once', async () => {
    const records = [record(), record(), record()];
    await show(...records);
    await waitFor(() => expect(asked).toEqual([records.map(({ id }) => id).join(',')]));
  });

  it('show who reacted', async () => {
    activity = { reactions: [{ emoji: owl, count: 1 }] };
    server.answer(listReactions, () => json({ data: [{ user: observer(bram), emoji: owl }], next_cursor: null }));
    await show(record());
    await waitFor(() => expect(counts()).toBeDefined());
    fireEvent.click(screen.getByRole('button', { name: /^Reactions:/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole('link', { name: 'bram' })).getAttribute('href')).toBe(`/profile/${bram.id}`);
    expect(dialog.getByRole('img', { name: 'Owl' })).toBeDefined();
  });

  it('share the address, or copy it where nothing can be shared', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)));
    const one = record();
    await show(one);
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
    await waitFor(() => expect(written).toEqual([`${location.origin}/observations/${one.id}`]));
    const shared: unknown[] = [];
    Object.defineProperty(navigator, 'share', { configurable: true, value: (data: unknown) => Promise.resolve(void shared.push(data)) });
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(shared).toEqual([{ title: 'Robin', url: `${location.origin}/observations/${one.id}` }]));
    Reflect.deleteProperty(navigator, 'share');
  });
});

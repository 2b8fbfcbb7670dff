import { deleteSavedView, listSavedViews, putSavedView, type SavedView } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { applyServerList, readListState } from '../records/lists/shared-list';
import { device } from '../testing/app';
import { freshDatabase } from '../testing/people';
import { changeSavedViews, savedViewList, savedViews } from './saved-views';

const view = (name: string, change: Partial<SavedView> = {}): SavedView => ({
  id: newId(),
  name,
  screen: 'explore',
  query: 'group=insect&month=6',
  ...change,
});

const names = async (database: UserDatabase) => (await savedViews(database)).map(({ name }) => name);

/** What a device fetches from the server. */
async function pull(database: UserDatabase, theirs: readonly SavedView[]): Promise<void> {
  await applyServerList(database, savedViewList, theirs, await readListState(database, savedViewList), 0);
}

describe('saved views', () => {
  it('are in the order of the person, and then by name', async () => {
    const database = freshDatabase();
    await changeSavedViews(database, () => [
      view('Moths'),
      view('Ducks'),
      view('Owls', { list_position: 1 }),
      view('Gulls', { list_position: 0 }),
    ]);
    expect(await names(database)).toEqual(['Gulls', 'Owls', 'Ducks', 'Moths']);
  });

  it('wait for a connection, each by itself, and only as they were last', async () => {
    const { database, sender, server } = device();
    server.answer(putSavedView, () => ({ status: 204 })).answer(deleteSavedView, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    const [moths, ducks] = [view('Moths'), view('Ducks')];
    await changeSavedViews(database, () => [moths, ducks]);
    await changeSavedViews(database, ([first, ...others]) => [{ ...first!, name: 'Moths of June' }, ...others]);
    await changeSavedViews(database, (views) => views.filter(({ id }) => id !== ducks.id));
    server.fault = () => null;
    await sender.flush();
    const sent = server.asked.filter(({ path }) => path.startsWith(listSavedViews.path));
    expect(
      sent.map(({ method, path, body }) => [method, path.split('/').at(-1), (body as SavedView | undefined)?.name]).toSorted(),
    ).toEqual(
      [
        ['DELETE', ducks.id, undefined],
        ['PUT', moths.id, 'Moths of June'],
      ].toSorted(),
    );
  });

  it('of two devices stay both, whichever is sent first', async () => {
    const phone = freshDatabase();
    const [moths, ducks] = [view('Moths'), view('Ducks')];
    await changeSavedViews(phone, () => [moths]);
    await pull(phone, [ducks]);
    expect(await names(phone)).toEqual(['Ducks', 'Moths']);
    await changeSavedViews(phone, (views) => views.map((one) => (one.id === moths.id ? { ...one, name: 'Night moths' } : one)));
    await pull(phone, [ducks, moths]);
    expect(await names(phone)).toEqual(['Ducks', 'Night moths']);
  });
});

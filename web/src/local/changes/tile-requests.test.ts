import { describe, expect, it } from 'vitest';
import { listOutbox } from '../outbox/outbox';
import { freshDatabase } from '../testing/people';
import { deletedTileRequests, deleteTileRequestLater } from './tile-requests';

const ID = 'a1a1a1a1-0000-4000-8000-000000000001';

describe('the deletion of an offline map', () => {
  it('waits in the outbox, once, and hides the map until the server’s list is newer', async () => {
    const database = freshDatabase();
    for (const at of [1, 2]) await deleteTileRequestLater(database, ID, at);
    const items = await listOutbox(database);
    expect(items).toMatchObject([{ route: 'DELETE /api/tile-requests/:id', input: { params: { id: ID } }, kind: 'call' }]);
    expect(await deletedTileRequests(database, 0)).toEqual({ ids: new Set([ID]), sent: 0 });
    await database.outbox.clear();
    await database.acknowledged.put({ ...items[0]!, acknowledged_at: 100 } as never);
    expect(await deletedTileRequests(database, 100)).toEqual({ ids: new Set([ID]), sent: 1 });
    expect(await deletedTileRequests(database, 101)).toEqual({ ids: new Set(), sent: 0 });
  });
});

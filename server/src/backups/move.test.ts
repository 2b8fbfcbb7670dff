import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../prepare.ts';
import { type EmptyPlace, emptyPlace, readContents, veldToBackUp } from '../testing/backups.ts';
import { type TestServer, testServer } from '../testing/server.ts';
import { moveDatabase } from './move.ts';
import { unmarkMoved } from './restore-mark.ts';
import { connectForCopy } from './snapshot.ts';

describe('a move to another database', () => {
  let veld: TestServer;
  let place: EmptyPlace;
  beforeAll(async () => {
    veld = await veldToBackUp();
    await veld.stop();
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    place = await emptyPlace();
  });
  afterEach(() => place.close());

  const from = () => ({ ownerUrl: veld.databaseUrl, dataDir: veld.dataDir });
  const move = (to = place.ownerUrl, onProgress?: (text: string) => void) =>
    moveDatabase({
      from: veld.databaseUrl,
      to,
      isToEmbedded: place.isEmbedded,
      dataDir: veld.dataDir,
      version: '1.0.0',
      ...(onProgress ? { onProgress } : {}),
    });
  const goBack = async () => {
    const client = await connectForCopy(veld.databaseUrl);
    await unmarkMoved(client);
    await client.end();
  };

  it('takes all rows with their epoch, leaves the files, and keeps the old ones where no server starts on them', async () => {
    const before = await readContents(from());
    await move();
    const there = { ownerUrl: place.ownerUrl, dataDir: veld.dataDir };
    expect(await readContents(there)).toEqual(before);
    expect(await readContents(from())).toEqual(before);
    expect(existsSync(join(veld.dataDir, 'moving.tar'))).toBe(false);
    await prepareDatabase(place.ownerUrl, { hasServerRole: false });
    await expect(prepareDatabase(veld.databaseUrl, { hasServerRole: false })).rejects.toThrow(/were moved to another one/);
    await goBack();
    await prepareDatabase(veld.databaseUrl, { hasServerRole: false });
  });

  it('that fails changes neither the old rows, the files nor what is in the other place', async () => {
    const other = await testServer();
    const [before, there] = [await readContents(from()), await readContents({ ownerUrl: other.databaseUrl, dataDir: other.dataDir })];
    await expect(move(other.databaseUrl)).rejects.toThrow(/^The database is not empty\./);
    expect(await readContents({ ownerUrl: other.databaseUrl, dataDir: other.dataDir })).toEqual(there);
    await other.close();
    await expect(
      move(place.ownerUrl, (text) => {
        if (text.startsWith('users,')) throw new Error('the network is gone');
      }),
    ).rejects.toThrow('the network is gone');
    expect(await readContents(from())).toEqual(before);
    expect(await readContents({ ownerUrl: place.ownerUrl, dataDir: place.dataDir })).toEqual({});
    await prepareDatabase(veld.databaseUrl, { hasServerRole: false });
    await move();
    await goBack();
  });

  it('waits for no server: it is refused while one uses the database', async () => {
    const copy = await testServer({}, { copyOf: veld });
    try {
      const moving = moveDatabase({
        from: copy.databaseUrl,
        to: place.ownerUrl,
        isToEmbedded: false,
        dataDir: copy.dataDir,
        version: '1.0.0',
      });
      await expect(moving).rejects.toThrow(/^Veld uses the database\./);
    } finally {
      await copy.close();
    }
  });
});

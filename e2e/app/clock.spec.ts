import { expect, signedIn, test } from '../fixtures.ts';
import { logInOn } from '../people.ts';
import { awaitNames, leaveSaved, record } from '../record-form.ts';

for (const [name, time, isAhead] of [
  ['1970', '1970-01-02T08:00:00Z', false],
  ['the end of 32-bit seconds', '2038-01-19T03:14:00Z', true],
  ['ten years ahead', '2036-02-29T12:00:00Z', true],
] as const) {
  test(`C8: a device whose clock is set to ${name} ${isAhead ? 'keeps a record for attention' : 'saves a record and sends it once'}`, async ({
    veld,
    person,
    freshDevice,
    installedDevice,
  }) => {
    const account = await person('anna');
    // The first one also starts with an empty device.
    const device = await (isAhead ? installedDevice() : freshDevice());
    await device.context.clock.install({ time });
    await device.context.clock.resume();
    const { page } = device;
    const anna = signedIn(veld, account, device);
    await page.goto('/login');
    await logInOn(page, anna.account.email, 'en');
    await awaitNames(page, 'en', 'blackb', 'Turdus merula');
    await record(page, 'robin', 'European robin');
    await leaveSaved(page, 'en');
    if (isAhead) {
      // The server refuses the date.
      await expect.poll(async () => (await anna.onDevice()).outbox).toEqual(['record needs_attention']);
      expect((await anna.onDevice()).records).toHaveLength(1);
      expect(await anna.onServer()).toEqual([]);
      return;
    }
    await expect.poll(async () => (await anna.onServer()).length).toBe(1);
    const [stored] = await anna.onServer();
    expect(stored).toMatchObject({ version: 1, observed_on: time.slice(0, 10) });
    await expect.poll(async () => (await anna.onDevice()).outbox).toEqual([]);
  });
}

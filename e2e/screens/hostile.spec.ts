import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { putComment, putObservation, putSavedPlace } from '@veld/contract';
import { share } from '../../scripts/test-run/share.mjs';
import { call } from '../../seed/api.ts';
import { seed } from '../../seed/world.ts';
import { follow } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { HOSTILE_TEXTS, RAN } from '../input/hostile-texts.ts';
import { timeLimit } from '../time-limit.ts';
import { drawn, logInAs, opener, PHOTO_WIDTH } from './layout.ts';
import { demoVisits } from './visits.ts';

// The demo data need a server of their own.
test.use({ server: 'own', serverSettings: { LIMIT_WRITES: '100000' } });

const isLong = process.env.VELD_LONG === '1';
/** Texts that each field is given, the next ones in each field. */
const PER_FIELD = isLong ? 40 : 2;
const TEXTS = share(HOSTILE_TEXTS, 8, 8);
const FIELDS = 'textarea, input:not([type]), input:is([type=text], [type=search], [type=email], [type=url], [type=password])';

/** Spaces as a browser shows them. */
const shown = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Records with a text as name and one as notes, a comment with each, and a saved place with each of some; returns ids by name. */
async function storeTexts(url: string, token: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [index, text] of TEXTS.entries()) {
    const id = randomUUID();
    const notes = TEXTS[(index + 1) % TEXTS.length]!;
    const attributes = { host: text, behaviour: 'feeding' };
    const body = {
      verbatim_name: text,
      notes,
      attributes,
      observed_on: '2026-05-17',
      latitude: 52.09,
      longitude: 5.1,
      time_zone: 'Europe/Amsterdam',
    };
    await call(url, putObservation, { params: { id }, body: { ...body, write_id: randomUUID() } }, token);
    ids.set(text, id);
    const comment = { text, write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false };
    await call(url, putComment, { params: { id, comment: randomUUID() }, body: comment }, token);
    if (index % 10 > 0) continue;
    const place = {
      id: randomUUID(),
      name: text.slice(0, 60).toWellFormed(),
      kind: 'patch',
      latitude: 52.1,
      longitude: 5.1,
      uncertainty_m: null,
      notes,
    } as const;
    await call(url, putSavedPlace, { params: { id: place.id }, body: place }, token);
  }
  return ids;
}

/** Gives each text field of the page the next texts, as if pasted, and leaves it. Fields that a text removes are left alone. */
async function fillFields(page: Page, next: () => string): Promise<number> {
  const fields: Locator[] = await page.locator(FIELDS).all();
  let filled = 0;
  for (const field of fields) {
    if (!(await field.isVisible().catch(() => false)) || !(await field.isEditable().catch(() => false))) continue;
    for (let count = 0; count < PER_FIELD; count++) {
      const text = next();
      const isFilled = await field.fill(text, { timeout: timeLimit(2_000) }).then(
        () => true,
        () => false,
      );
      if (isFilled) filled += 1;
    }
    await drawn(page);
  }
  return filled;
}

test('texts that look like scripts, queries or formulas are only texts, on every screen and in every field', async ({
  veld,
  installedDevice,
}) => {
  if (isLong) test.setTimeout(timeLimit(1_800_000));
  const seeded = await seed(veld.url, { photoWidth: PHOTO_WIDTH });
  const ids = await storeTexts(veld.url, seeded.tokens.anna);
  // The device reports requests to other origins, violations of the content policy, and errors; the fixture fails the test for them.
  const { page } = await installedDevice();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    // A form asks before it is left.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const nothingRan = async (where: string) => {
    expect(await page.evaluate((name) => name in globalThis, RAN), `a script ran on ${where}`).toBe(false);
    expect(dialogs, where).toEqual([]);
  };

  const visits = share(await demoVisits(veld.url, seeded), 3, 8);
  let given = 0;
  const next = () => TEXTS[given++ % TEXTS.length]!;
  const { open, openInApp } = opener(page);
  for (const [as, key] of Object.entries({ visitor: null, person: 'anna', curator: 'klara', admin: 'admin' } as const)) {
    if (key) await logInAs(page, veld.url, key);
    for (const { name, path } of visits.filter((visit) => visit.as === as)) {
      await (key ? openInApp : open)(path);
      await nothingRan(name);
      await fillFields(page, next);
      await nothingRan(name);
    }
    if (key !== 'anna') continue;
    // On its page, each text is what was written, letter by letter.
    for (const [text, id] of [...ids].filter((_, index) => isLong || index % 9 === 0)) {
      await follow(page, `/observations/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(text));
      await nothingRan(`the record ${text}`);
    }
  }
  expect(given, 'texts in fields').toBeGreaterThan(isLong ? 500 : 15);
});

import { expect, PHONE, test } from '../fixtures.ts';
import { HERE, photosOnBoard, pickFiles, takenOnOuting } from '../photo-board.ts';
import { photoTaken } from '../photo.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';

test.use({ ...PHONE, opensForm: false });

test('twelve photos become eleven records in four taps, and each species costs letters and one more', async ({ signIn, veld }) => {
  const photos = [...(await takenOnOuting(11)), await photoTaken(null, HERE)];
  for (const language of TAP_LANGUAGES) {
    const anna = await signIn('anna', { at: null });
    const { page } = anna;
    await openInLanguage(anna, veld.url, language);
    const board = (key: string, values = {}) => say(language, `photo-import:board.${key}`, values);
    const { tap, taps } = countTaps();

    await tap(
      page
        .getByRole('link', { name: say(language, 'common:nav.observe'), exact: true })
        .filter({ visible: true })
        .first(),
    );
    await tap(page.getByRole('link', { name: say(language, 'recording:photo_board.title') }));
    await pickFiles(page, () => tap(page.getByRole('button', { name: board('choose_photos') })), photos);
    await expect(page.getByRole('button', { name: board('save_other', { count: 11 }) })).toBeEnabled({ timeout: timeLimit(30_000) });
    expect(await photosOnBoard(page)).toEqual([2, ...Array.from({ length: 10 }, () => 1)]);
    expect(taps()).toBe(3);

    // What is missing is in view before saving, and each part shows its records.
    const part = (what: string, number: number) => page.getByRole('button', { name: board(`without.${what}`, { number }), exact: true });
    for (const [what, number] of Object.entries({ species: 11, date: 1, place: 1 })) await expect(part(what, number)).toBeInViewport();
    await part('date', 1).tap();
    await expect.poll(() => photosOnBoard(page)).toEqual([1]);
    await page.getByRole('button', { name: board('no_time') }).tap();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: '2026' }).tap();
    await expect(part('date', 1)).toHaveCount(0);

    const before = taps();
    await tap(page.getByRole('button', { name: board('add_species') }).first());
    for (const [typed, name] of [
      ['erith', 'Erithacus rubecula'],
      ['turdus mer', 'Turdus merula'],
      ['parus maj', 'Parus major'],
    ] as const) {
      await expect(page.getByRole('combobox')).toBeFocused();
      await expect(page.getByRole('combobox')).toHaveValue('');
      await page.keyboard.type(typed);
      await tap(page.getByRole('option').filter({ hasText: name }).first());
    }
    await expect(page.getByRole('combobox')).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(taps() - before).toBe(4);
    await expect(part('species', 8)).toBeInViewport();

    await tap(page.getByRole('button', { name: board('save_other', { count: 11 }) }));
    await expect(page.getByRole('heading', { name: board('saved_other', { count: 11 }) })).toBeVisible({ timeout: timeLimit(30_000) });
    await expect(page.getByText(board('lacks.species'), { exact: true })).toHaveCount(8);
    expect([taps() - 4, (await anna.onDevice()).records.length]).toEqual([4, 11]);
    await page.context().close();
  }
});

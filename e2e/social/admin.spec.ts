import { getUser, listFeedback, listImageNeeds } from '@veld/contract';
import sharp from 'sharp';
import { call, RequestFailed } from '../../seed/api.ts';
import { reloadLater } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ server: 'own', opensForm: false });

test('an admin makes somebody a curator, which works at once, and closes an account with a reason', async ({ signIn, veld }) => {
  // The first account is that of the administrator.
  const admin = await signIn('dora', { at: '/admin' });
  const ben = await signIn('ben', { at: '/admin/users' });
  await expect(ben.page.getByText(en('common:error.forbidden'))).toBeVisible();
  const asCurator = () =>
    call(veld.url, listImageNeeds, { query: { page: 1 } }, ben.account.token).then(
      () => 200,
      (error: RequestFailed) => error.status,
    );
  expect(await asCurator()).toBe(403);

  const { page } = admin;
  await page
    .getByRole('main')
    .getByRole('link', { name: en('admin:about.users') })
    .click();
  await page.getByRole('searchbox').fill('ben');
  await page.getByRole('link', { name: 'ben', exact: true }).click();
  await page.getByRole('checkbox', { name: en('admin:role.curator') }).check();
  await page.getByRole('button', { name: en('common:action.save') }).click();
  await expect(page.getByText(en('admin:user.roles_saved'))).toBeVisible();
  expect(await asCurator()).toBe(200);
  await ben.page.goto('/');
  await expect(ben.page.getByRole('link', { name: en('common:screens.specie_images') })).toBeVisible({ timeout: timeLimit(15_000) });

  await page.getByRole('button', { name: en('admin:user.close'), exact: true }).click();
  await page.getByLabel(en('admin:user.reason'), { exact: true }).fill('Asked for it');
  await page.getByRole('button', { name: en('admin:user.close_now') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const status = call(veld.url, getUser, {}, ben.account.token).catch((error: RequestFailed) => error.status);
  expect(await status).toBe(401);
  await page.goto('/admin/log');
  await expect(page.getByText(`${en('admin:act.close_account')}: Asked for it`)).toBeVisible();
});

test('feedback with a hidden part of a screenshot is written offline, arrives once, and what was hidden is gone', async ({
  signIn,
  veld,
}) => {
  const admin = await signIn('dora', { at: null });
  const anna = await signIn('anna', { at: '/feedback' });
  const { page, context } = anna;
  await expect(page.getByText(en('feedback:diagnostics.title'))).toBeVisible();
  await context.setOffline(true);
  // Red, with a secret in blue in the upper left quarter.
  const secret = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })
    .composite([{ input: secret, left: 0, top: 0 }])
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture });
  const shown = page.getByRole('img', { name: en('feedback:screenshot.alt') });
  await shown.scrollIntoViewIfNeeded();
  const box = (await shown.boundingBox())!;
  await page.mouse.move(box.x + 1, box.y + 1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.52, box.y + box.height * 0.52, { steps: 4 });
  await page.mouse.up();
  await page.getByLabel(en('feedback:text'), { exact: true }).fill('The map stays red');
  await page.getByRole('checkbox', { name: en('feedback:diagnostics.part.platform') }).uncheck();
  await page.getByRole('button', { name: en('common:action.send') }).click();
  await expect(page.getByText(en('feedback:done_offline'))).toBeVisible();
  await page.reload();
  await expect(page.getByText('The map stays red')).toBeVisible();

  await context.setOffline(false);
  const sent = async () => (await call(veld.url, listFeedback, {}, anna.account.token)).data;
  // The server stores a message before it renders the screenshot.
  await expect
    .poll(async () => (await sent()).map(({ text, has_screenshot }) => [text, has_screenshot]), { timeout: timeLimit(60_000) })
    .toEqual([['The map stays red', true]]);
  const [message] = await sent();
  const response = await fetch(`${veld.url}/api/feedback/${message!.id}/screenshot`, {
    headers: { authorization: `Bearer ${admin.account.token}` },
  });
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  let blue = 0;
  let red = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    if (b > 150 && r < 100 && g < 100) blue += 1;
    if (r > 200 && g < 60 && b < 60) red += 1;
  }
  expect(blue, 'pixels of the secret').toBe(0);
  expect(red).toBeGreaterThan((info.width * info.height) / 2);

  await admin.page.goto('/admin/feedback');
  await admin.page.getByRole('link', { name: `#${message!.ticket}` }).click();
  const dialog = admin.page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: en('admin:queue.screenshot') })).toBeVisible();
  await dialog.getByText(en('admin:queue.diagnostics')).click();
  await expect(dialog.getByText(en('feedback:diagnostics.part.app_version'))).toBeVisible();
  await expect(dialog.getByText(en('feedback:diagnostics.part.platform'))).toHaveCount(0);
  await dialog.getByLabel(en('admin:queue.reply'), { exact: true }).fill('Fixed in the next version');
  await dialog.getByRole('button', { name: en('admin:queue.send_reply') }).click();
  await expect(dialog.getByRole('listitem').getByText('Fixed in the next version')).toBeVisible();
  await reloadLater(page);
  await expect(page.getByText('Fixed in the next version')).toBeVisible();
});

import { getProject } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { todayOnDevice } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { photoTaken } from '../photo.ts';
import { addPhotos, leaveSaved, openObserve, photoInForm, pickTaxon, saveRecord } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ server: 'own', opensForm: false });

const tomorrow = () => new Date(Date.parse(todayOnDevice()) + 86_400_000).toISOString().slice(0, 10);

test('Anna makes a bioblitz with hours, a goal and a required photo; Ben records offline, sees what counts and why not, and gets her news', async ({
  person,
  signIn,
  veld,
}) => {
  // The first account is that of the administrator.
  await person('dora');
  const anna = await signIn('anna', { at: null });
  const ben = await signIn('ben', { at: null });

  await anna.page.goto('/projects/new');
  await anna.page.getByLabel(en('projects:field.name'), { exact: true }).fill('Bioblitz at the fen');
  await anna.page.getByLabel(en('projects:field.start_time')).fill('00:01');
  await anna.page.getByLabel(en('projects:field.end_on')).fill(tomorrow());
  await anna.page.getByLabel(en('projects:field.end_time')).fill('12:00');
  await anna.page.getByLabel(en('projects:rule.photo')).check();
  await anna.page.getByLabel(en('projects:goals.add'), { exact: true }).selectOption('species');
  await anna.page.getByRole('textbox', { name: en('projects:goals.kind.species'), exact: true }).fill('2');
  await anna.page.getByRole('button', { name: en('projects:create') }).click();
  await expect(anna.page.getByRole('heading', { level: 1, name: 'Bioblitz at the fen' })).toBeVisible();
  const path = new URL(anna.page.url()).pathname;
  const id = path.split('/').at(-1)!;
  const goals = anna.page.getByRole('region', { name: en('projects:goals.title') });
  await expect(goals).toContainText(en('projects:goals.progress', { value: 0, target: 2 }));

  await ben.page.goto(path);
  await ben.page.getByRole('button', { name: en('projects:join') }).click();
  await expect(ben.page.getByRole('button', { name: en('projects:leave') })).toBeVisible();
  await expect
    .poll(async () => (await call(veld.url, getProject, { params: { id } }, ben.account.token)).data.is_joined, {
      timeout: timeLimit(60_000),
    })
    .toBe(true);

  await ben.page.context().setOffline(true);
  await openObserve(ben.page, 'en');
  await pickTaxon(ben.page, 'kingf', 'Common kingfisher');
  // The form says what is missing, and saving is not held up.
  const lacks = ben.page.getByText(en('projects:needs.lacks', { reasons: en('projects:uncounted.no_photo') }));
  await expect(lacks).toBeVisible();
  await addPhotos(ben.page, [await photoTaken(`${todayOnDevice()} 00:02:00`, { latitude: 52.09083, longitude: 5.12222 })]);
  await expect(photoInForm(ben.page, 1)).toBeVisible();
  await expect(lacks).toHaveCount(0);
  await saveRecord(ben.page, 'en');
  await openObserve(ben.page, 'en');
  await pickTaxon(ben.page, 'blackb', 'blackbird');
  await expect(lacks).toBeVisible();
  await saveRecord(ben.page, 'en');
  await leaveSaved(ben.page, 'en');
  await ben.page.context().setOffline(false);
  await expect.poll(async () => (await ben.stored()).length, { timeout: timeLimit(120_000) }).toBe(2);

  await expect(goals).toContainText(en('projects:goals.progress', { value: 1, target: 2 }), { timeout: timeLimit(120_000) });
  await ben.page.goto(path);
  const uncounted = ben.page.getByRole('region', { name: en('projects:uncounted.title') });
  const reason = en('projects:uncounted.because', { reasons: en('projects:uncounted.no_photo') });
  await expect(uncounted.getByRole('link')).toHaveCount(1);
  await expect(uncounted.getByRole('link', { name: /blackbird/i })).toContainText(reason);
  await expect(
    ben.page
      .getByRole('region', { name: en('projects:latest') })
      .getByRole('link', { name: /kingfisher/i })
      .first(),
  ).toBeVisible();

  await anna.page.getByRole('button', { name: en('projects:news.write') }).click();
  await anna.page.getByLabel(en('projects:news.text'), { exact: true }).fill('Soup at **noon**.');
  await anna.page.getByRole('button', { name: en('projects:news.post'), exact: true }).click();
  await expect(anna.page.getByRole('region', { name: en('projects:news.title') })).toContainText('Soup at noon.');
  const told = ben.page.getByRole('link', { name: en('notifications:event.project_news', { name: 'Bioblitz at the fen' }) });
  await expect(async () => {
    await ben.page.goto('/notifications');
    await expect(told).toBeVisible({ timeout: timeLimit(5_000) });
  }).toPass({ timeout: timeLimit(150_000) });
  await told.click();
  await expect(ben.page).toHaveURL(`${path}#news`);
  await expect(ben.page.getByText('noon', { exact: true })).toBeInViewport();
});

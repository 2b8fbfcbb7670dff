import { expect, test } from '../fixtures.ts';
import { en } from '../words.ts';

test('an article that was read once can be read without a connection, also after a reload', async ({ signIn }) => {
  const { page, context } = await signIn('anna', { at: '/knowledge' });
  const articles = page.getByRole('region', { name: en('articles:title') });
  const read = articles.getByRole('listitem').filter({ hasText: 'Photographing plants' });
  await read.getByRole('link').click();
  const title = page.getByRole('heading', { level: 1, name: 'Photographing plants' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(title).toBeVisible();
  await page
    .getByRole('link', { name: en('common:screens.knowledge'), exact: true })
    .first()
    .click();
  const others = articles.getByRole('listitem').filter({ hasText: 'Photographing fungi' });
  await expect(others).toContainText(en('articles:not_on_device'));
  await expect(read).not.toContainText(en('articles:not_on_device'));
});

import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Language } from '@veld/contract';
import { SHARE_TARGET } from '../../web/src/worker/share-target.ts';
import { photoTaken } from '../photo.ts';
import { savedLine, unfold } from '../record-form.ts';
import { say } from '../words.ts';
import type { Visit } from './visits.ts';

/** A dialog, a question or another state of a screen that takes a few taps. */
export interface Moment extends Visit {
  /** The taps on the screen at `path`. Returns what to scroll to. */
  reach: (page: Page, language: Language) => Promise<Locator>;
  /** Needs records that were not sent (`keepUnsent`). */
  isUnsent?: true;
}

const button = (page: Page, language: Language, key: string) =>
  page
    .getByRole('button', { name: say(language, key), exact: true })
    .filter({ visible: true })
    .first();

/** Small photos, for the share sheet and the form. */
const photos = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, minute) => photoTaken(`2026-05-17 07:${10 + minute}:00`, { latitude: 52.5, longitude: 4.75 })),
  );

/** A point, a line and an area, and a shape that cannot be used. */
const FEN = JSON.stringify({
  type: 'FeatureCollection',
  features: (
    [
      ['Look-out tower', 'Point', [5.37, 52.43]],
      [
        'Boardwalk through the reeds',
        'LineString',
        [
          [5.37, 52.43],
          [5.38, 52.44],
        ],
      ],
      [
        'Great fen',
        'Polygon',
        [
          [
            [5.3, 52.4],
            [5.4, 52.4],
            [5.4, 52.5],
            [5.3, 52.4],
          ],
        ],
      ],
      ['Broken', 'LineString', [[5.3, 52.4]]],
    ] as const
  ).map(([name, type, coordinates]) => ({ type: 'Feature', properties: { name }, geometry: { type, coordinates } })),
});

/** All moments. Those that save something come last. */
export const MOMENTS: readonly Moment[] = [
  {
    name: 'confirm_email',
    path: '/password/reset/the-token-of-a-mail?for=email',
    as: 'visitor',
    reach: async (page) => page.locator('form'),
  },
  { name: 'register.invited', path: '/register?invite=the-token-of-a-link', as: 'visitor', reach: async (page) => page.locator('form') },
  {
    name: 'dashboard.more',
    path: '/',
    as: 'person',
    async reach(page, language) {
      const more = button(page, language, 'common:nav.more');
      if (await more.isVisible()) await more.click();
      return more;
    },
  },
  {
    name: 'search',
    path: '/',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'search:title').click();
      return page.getByRole('combobox', { name: say(language, 'search:field') });
    },
  },
  {
    name: 'search.found',
    path: '/',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'search:title').click();
      const field = page.getByRole('combobox', { name: say(language, 'search:field') });
      await field.fill('par');
      await page.getByRole('option').first().waitFor();
      return field;
    },
  },
  {
    name: 'settings.delete',
    path: '/settings/delete',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'settings:delete.open').click();
      return button(page, language, 'settings:delete.submit');
    },
  },
  {
    name: 'settings.appearance',
    path: '/settings/appearance',
    as: 'person',
    reach: async (page, language) => page.getByLabel(say(language, 'settings:appearance.text_size')),
  },
  {
    name: 'settings.data',
    path: '/settings/data',
    as: 'person',
    reach: async (page, language) => button(page, language, 'settings:data.start'),
  },
  {
    name: 'settings.logout',
    path: '/settings/account',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'accounts:leave.remove').click();
      return page.getByRole('dialog');
    },
  },
  {
    name: 'settings.logout.unsent',
    path: '/settings/account',
    as: 'person',
    isUnsent: true,
    async reach(page, language) {
      await button(page, language, 'accounts:leave.remove').click();
      return page.getByRole('dialog');
    },
  },
  {
    name: 'settings.role',
    path: '/settings/admin',
    as: 'admin',
    async reach(page, language) {
      await button(page, language, 'settings:admins.give_up').click();
      const give = button(page, language, 'settings:admins.give_up');
      await give.waitFor();
      return give;
    },
  },
  {
    name: 'admin.invitations.link',
    path: '/admin/invitations',
    as: 'admin',
    async reach(page, language) {
      await page.getByLabel(say(language, 'invitations:label'), { exact: true }).fill('Moth night at the fen');
      await button(page, language, 'invitations:create').click();
      const link = page.getByLabel(say(language, 'invitations:link'));
      await link.waitFor();
      return link;
    },
  },
  {
    name: 'settings.place',
    path: '/settings/my-locations',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'settings:places.add').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say(language, 'settings:places.kind_label')).selectOption('home');
      return dialog;
    },
  },
  {
    name: 'settings.place.draw',
    path: '/settings/my-locations',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'settings:places.add').click();
      await button(page, language, 'geo:draw.open').click();
      return page.getByRole('dialog', { name: say(language, 'geo:draw.title') });
    },
  },
  {
    name: 'settings.places.import',
    path: '/settings/my-locations',
    as: 'person',
    async reach(page, language) {
      const choosing = page.waitForEvent('filechooser');
      await button(page, language, 'settings:places.import.choose').click();
      await (await choosing).setFiles({ name: 'fen.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(FEN) });
      return page.getByRole('dialog');
    },
  },
  {
    name: 'settings.places.share',
    path: '/settings/my-locations',
    as: 'person',
    async reach(page, language) {
      await button(page, language, 'settings:places.share.open_other').click();
      return page.getByRole('dialog');
    },
  },
  {
    name: 'settings.places.order',
    path: '/settings/my-locations',
    as: 'person',
    async reach(page, language) {
      const order = page.getByLabel(say(language, 'settings:places.order_label'));
      await order.selectOption('mine');
      await page.getByText(say(language, 'settings:places.order_hint')).waitFor();
      return order;
    },
  },
  { name: 'knowledge.compare', path: '/knowledge?compare=1158,1157,1184', as: 'person', reach: async (page) => page.locator('main') },
  {
    name: 'species.similar',
    path: '/species/1157',
    as: 'person',
    reach: async (page, language) => page.getByRole('heading', { name: say(language, 'species:page.similar') }),
  },
  { name: 'species.missing', path: '/species/999999999', as: 'person', reach: async (page) => page.locator('main') },
  {
    name: 'observation.missing',
    path: '/observations/0198c9a4-0000-7000-8000-000000000000',
    as: 'person',
    reach: async (page) => page.locator('main'),
  },
  {
    name: 'observe.photos.shared',
    path: '/observe/photos',
    as: 'person',
    async reach(page) {
      const files = (await photos(8)).map((photo) => photo.toString('base64'));
      const opened = page.waitForEvent('framenavigated');
      await page.evaluate(
        ({ target: { action, method, enctype, params }, files }) => {
          const form = Object.assign(document.createElement('form'), { action, method, enctype });
          const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, name: params.files[0]!.name });
          const shared = new DataTransfer();
          for (const [index, base64] of files.entries()) {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            shared.items.add(new File([bytes], `IMG_20260517_07${10 + index}.jpg`, { type: 'image/jpeg' }));
          }
          input.files = shared.files;
          form.append(input);
          document.body.append(form);
          form.submit();
        },
        { target: SHARE_TARGET, files },
      );
      await opened;
      const question = page.getByRole('heading', { level: 2 }).first();
      await question.waitFor();
      return question;
    },
  },
  {
    name: 'tally.counting',
    path: '/observe/tally',
    as: 'person',
    async reach(page) {
      const tiles = page.locator('[data-plus]');
      await tiles.nth(1).click();
      for (let taps = 0; taps < 3; taps++) await tiles.first().click();
      return tiles.first();
    },
  },
  {
    name: 'tally.done',
    path: '/observe/tally',
    as: 'person',
    async reach(page, language) {
      for (const number of [0, 1]) await page.locator('[data-plus]').nth(number).click();
      await button(page, language, 'tally:save').click();
      const title = page.getByRole('heading', { level: 1 });
      await page.locator('[data-plus]').first().waitFor({ state: 'detached' });
      return title;
    },
  },
  {
    name: 'observe.filled',
    path: '/observe',
    as: 'person',
    async reach(page) {
      const name = page.getByRole('combobox');
      await name.fill('turdus');
      await page.getByRole('option').first().waitFor();
      return name;
    },
  },
  {
    name: 'observe.date',
    path: '/observe',
    as: 'person',
    async reach(page, language) {
      await unfold(page, 'when', language);
      await page.getByText(say(language, 'recording:when.kind.year'), { exact: true }).click();
      const year = page.getByRole('textbox', { name: say(language, 'recording:when.year'), exact: true });
      await year.fill('1026');
      await page.getByText(say(language, 'recording:check.long_ago', { year: '1026' })).waitFor();
      return year;
    },
  },
  {
    name: 'observe.coordinates',
    path: '/observe',
    as: 'person',
    async reach(page, language) {
      await unfold(page, 'where', language);
      await button(page, language, 'recording:where.type').click();
      const field = page.getByRole('textbox', { name: say(language, 'recording:where.coordinates') });
      await field.fill('52,0907 N 5,1214 O');
      await page.getByRole('group', { name: say(language, 'recording:where.error.several') }).waitFor();
      return field;
    },
  },
  { name: 'observe.saved', path: '/observe', as: 'person', reach: savedRecord },
  { name: 'outbox.import', path: '/outbox', as: 'person', isUnsent: true, reach: importedFile },
];

export async function savedRecord(page: Page, language: Language): Promise<Locator> {
  await page.getByRole('combobox').fill('Turdus merula');
  await page.getByRole('option').filter({ hasText: 'Turdus merula' }).first().click();
  await button(page, language, 'recording:observe.save').click();
  const title = savedLine(page, language);
  await title.waitFor();
  return title;
}

/** Exports the unsent records, discards the first of them, and chooses the file for an import. */
async function importedFile(page: Page, language: Language): Promise<Locator> {
  const downloading = page.waitForEvent('download');
  await button(page, language, 'common:action.export').click();
  const file = await (await downloading).path();
  await button(page, language, 'outbox:discard.record').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(say(language, 'outbox:discard_word'));
  await dialog.getByRole('button', { name: say(language, 'outbox:discard.record') }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('input[type="file"]').setInputFiles(file);
  const preview = page.getByRole('heading', { name: say(language, 'outbox:import.preview') });
  await preview.waitFor();
  return preview;
}

/** Saves records that the server does not get: two wait, and the server refuses one. */
export async function keepUnsent(context: BrowserContext, page: Page, language: Language): Promise<void> {
  let refused: string | null = null;
  await context.route('**/api/observations/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'PUT') return route.fallback();
    refused ??= pathname;
    if (pathname !== refused) return route.abort();
    const body = {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      errors: { observed_on: ['The date is in the future.'] },
    };
    return route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
  for (let count = 0; count < 3; count++) {
    await page.goto('/observe');
    await savedRecord(page, language);
  }
}

/** Makes every API request fail but those for the user and the version. The returned function lets them through again. */
export async function breakServer(context: BrowserContext): Promise<() => Promise<void>> {
  const isBroken = (url: URL) => url.pathname.startsWith('/api/') && !/^\/api\/(user|check-version)/.test(url.pathname);
  const body = JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  await context.route(isBroken, (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body }));
  return () => context.unroute(isBroken);
}

import { randomUUID } from 'node:crypto';
import { deleteObservation, putIdentification } from '@veld/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const HOME = 'https://veld.example.org';

describe('public pages of records', () => {
  let veld: TestServer;
  let anna: Person;
  const id = randomUUID();
  beforeAll(async () => {
    veld = await testServer({ ALLOW_BROWSING: '1', PUBLIC_URL: HOME });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    const photo = await makePhoto({ width: 900, height: 600 });
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const body = draft({
      observed_on: '2026-05-16',
      observed_time: '09:30',
      media: [declared(photo)],
      notes: 'on </script><i>bark</i>',
      license: 'CC-BY-4.0',
    });
    await save(veld, anna, id, body);
    const bram = await person(veld, 'bram');
    const said = { taxon_id: TAXA.heron.id, disagrees: false, comment: 'the bill' };
    await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body: said }, bram.token);
  });
  afterAll(() => veld.close());

  const open = async (path: string, headers: Record<string, string> = {}) => {
    const response = await veld.fetch(path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('say without scripts what was seen, when, where and by whom, what others think, and how to cite it', async () => {
    const { status, text, headers } = await open(`/observations/${id}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    const page = text.slice(text.indexOf('<main'));
    for (const shown of ['May 16, 2026, 09:30', 'the bill', 'Utrecht', 'CC BY 4.0', `. ${HOME}/observations/${id}.`])
      expect(page, shown).toContain(shown);
    expect(page).toContain('on &lt;/script&gt;&lt;i&gt;bark&lt;/i&gt;');
    expect(page).toMatch(/<img\s+src="\/api\/media\/[^"]+\/512\?e=/);
    const [, source] = /<img\s+src="([^"]+)"/.exec(page)!;
    expect((await veld.fetch(source!.replaceAll('&amp;', '&'))).status).toBe(200);
  });

  it('have a title, a preview, and what they are about for machines, none of which ends its element', async () => {
    const { text } = await open(`/observations/${id}`);
    const head = text.slice(0, text.indexOf('</head>'));
    expect(head).toContain(`<link rel="canonical" href="${HOME}/observations/${id}" />`);
    expect(head).toContain(`<meta property="og:image" content="${HOME}/observations/${id}/preview.jpg?lang=en" />`);
    expect(head).toContain(`<link rel="alternate" hreflang="nl" href="${HOME}/observations/${id}?lang=nl" />`);
    expect(head).toContain('<meta name="robots" content="noindex" />');
    const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(head)![1]!) as Record<string, never>;
    expect(data).toMatchObject({
      '@type': 'Dataset',
      identifier: id,
      creator: { name: 'anna' },
      temporalCoverage: '2026-05-16',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      spatialCoverage: { geo: { latitude: 52.09083, longitude: 5.12222 } },
    });
  });

  it('are in the language of the address, else in that of the browser', async () => {
    const dutch = await open(`/observations/${id}?lang=nl`, { 'accept-language': 'de' });
    expect([dutch.headers.get('content-language'), dutch.text.includes('<html lang="nl"')]).toEqual(['nl', true]);
    expect(dutch.text).toContain(`<link rel="canonical" href="${HOME}/observations/${id}?lang=nl" />`);
    expect((await open(`/observations/${id}`, { 'accept-language': 'de' })).headers.get('content-language')).toBe('de');
    expect((await open(`/observations/${id}?lang=xx`)).headers.get('content-language')).toBe('en');
  });

  it('are sent again only if they changed', async () => {
    const { headers } = await open(`/observations/${id}`);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect((await open(`/observations/${id}`, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });

  it('have a preview picture with the photo, without metadata, which is drawn once', async () => {
    const response = await veld.fetch(`/observations/${id}/preview.jpg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { width, height, exif, xmp, icc } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ width, height, exif, xmp, icc }).toEqual({ width: 1200, height: 630, exif: undefined, xmp: undefined, icc: undefined });
    const etag = response.headers.get('etag')!;
    expect((await veld.fetch(`/observations/${id}/preview.jpg`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('do not exist for records that are private to others, missing or hidden by moderators, and are gone for deleted ones', async () => {
    const [deleted, secret, hidden] = [randomUUID(), randomUUID(), randomUUID()];
    await save(veld, anna, deleted, draft());
    await save(veld, anna, secret, draft({ geoprivacy: 'obscured' }));
    await save(veld, anna, hidden, draft());
    for (const one of [deleted, secret]) await veld.call(deleteObservation, { params: { id: one } }, anna.token);
    await veld.db.updateTable('observations').set({ hidden_by_moderator_at: new Date() }).where('id', '=', hidden).execute();
    const seen = await Promise.all([deleted, secret, hidden, randomUUID()].map((one) => open(`/observations/${one}`)));
    expect(seen.map(({ status }) => status)).toEqual([410, 404, 404, 404]);
    expect(new Set(seen.map(({ text }) => text)).size).toBe(1);
    expect((await veld.fetch(`/observations/${hidden}/preview.jpg`)).status).toBe(404);
    // Another screen of the app.
    expect((await open('/observations/not-an-id')).status).toBe(200);
  });

  it('show of a hidden place only the cell, and only the month', async () => {
    const obscured = randomUUID();
    await save(veld, anna, obscured, draft({ geoprivacy: 'obscured', observed_on: '2026-05-16', observed_time: '09:31' }));
    const { text } = await open(`/observations/${obscured}`);
    expect(text).toContain('May 2026');
    for (const secret of ['May 16', '2026-05-16', '09:31', '52.09083', '5.12222']) expect(text, secret).not.toContain(secret);
  });
});

describe('where visitors may not look around', () => {
  it('every address has the app alone, with no sign of whether there is something', async () => {
    const closed = await testServer({ ALLOW_BROWSING: '0' });
    await insertTaxa(closed);
    const anna = await person(closed, 'anna');
    const id = randomUUID();
    await save(closed, anna, id, draft());
    const pages = await Promise.all(
      [`/observations/${id}`, `/observations/${randomUUID()}`, '/species/1'].map((path) => closed.fetch(path)),
    );
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(await Promise.all(pages.map((page) => page.text()))).size).toBe(1);
    expect((await closed.fetch(`/observations/${id}/preview.jpg`)).status).toBe(404);
    expect(await (await closed.fetch('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
    await closed.close();
  });
});

import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodyOf, getMediaUsage, getTaxonImages, type ImageCandidate, postTaxonImage, type TaxonImages } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { insertTaxa, makePhoto, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { plainText, webAddress } from './sources/source.ts';

const KINGFISHER = TAXA.kingfisher;

/** Commons and iNaturalist on one local server, with answers in their shapes. */
class OtherSites {
  readonly asked: URL[] = [];
  readonly server: Server;
  readonly files = new Map<string, Buffer>();
  answers = new Map<string, (response: ServerResponse, url: URL) => void>();
  origin = '';

  constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://site');
      this.asked.push(url);
      const file = this.files.get(url.pathname);
      if (file) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(file);
      const answer = this.answers.get(url.pathname);
      if (answer) return answer(response, url);
      response.writeHead(404).end('{}');
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  json(path: string, body: (url: URL) => unknown): void {
    this.answers.set(path, (response, url) =>
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body(url))),
    );
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const sites = new OtherSites();

/** A file in an answer of Commons: `action=query&generator=search&prop=imageinfo`. */
const commonsFile = (
  pageid: number,
  change: { artist?: string; license?: string; name?: string; url?: string; mime?: string; title?: string; votes?: string } = {},
) => ({
  pageid,
  ns: 6,
  title: change.title ?? `File:Alcedo ${pageid}.jpg`,
  index: pageid,
  imagerepository: 'local',
  imageinfo: [
    {
      size: 4_711_000,
      width: 4000,
      height: 3000,
      thumburl: `${sites.origin}/thumb/${pageid}.jpg`,
      thumbwidth: 500,
      thumbheight: 375,
      url: change.url ?? `${sites.origin}/full/${pageid}.jpg`,
      descriptionurl: `https://commons.wikimedia.org/wiki/File:Alcedo_${pageid}.jpg`,
      descriptionshorturl: `https://commons.wikimedia.org/w/index.php?curid=${pageid}`,
      mime: change.mime ?? 'image/jpeg',
      extmetadata: {
        Artist: {
          value: change.artist ?? `<a href="//commons.wikimedia.org/wiki/User:Jo" title="User:Jo">Jo &amp; Co</a>`,
          source: 'commons-desc-page',
        },
        License: { value: change.license ?? 'cc-by-sa-3.0', source: 'commons-templates', hidden: '' },
        LicenseShortName: { value: change.name ?? 'CC BY-SA 3.0', source: 'commons-desc-page', hidden: '' },
        LicenseUrl: { value: 'https://creativecommons.org/licenses/by-sa/3.0', source: 'commons-desc-page', hidden: '' },
        Assessments: { value: change.votes ?? '', source: 'commons-categories', hidden: '' },
      },
    },
  ],
});
const commonsAnswer = (files: ReturnType<typeof commonsFile>[], more = {}) => ({
  batchcomplete: '',
  ...more,
  query: { pages: Object.fromEntries(files.map((file) => [String(file.pageid), file])) },
});

/** An observation in an answer of iNaturalist's `/v1/observations`. */
const inatObservation = (id: number, license: string | null = 'cc-by', name: string | null = 'Noor') => ({
  id,
  uri: `https://www.inaturalist.org/observations/${id}`,
  quality_grade: 'research',
  user: { id: 5, login: 'noor5', name },
  photos: [
    {
      id: id * 10,
      license_code: license,
      url: `${sites.origin}/photos/${id * 10}/square.jpg`,
      attribution: '(c) Noor, some rights reserved (CC BY)',
      original_dimensions: { width: 2048, height: 1365 },
      flags: [],
    },
  ],
});
const inatTaxa = () => ({
  total_results: 2,
  page: 1,
  per_page: 30,
  results: [
    { id: 1, name: `${KINGFISHER.scientific_name} minor`, rank: 'subspecies', is_active: true },
    { id: 77, name: KINGFISHER.scientific_name, rank: 'species', is_active: true },
  ],
});

describe('images of other sites', () => {
  let veld: TestServer;
  let klara: Person;
  let anna: Person;
  let bytes: Buffer;

  beforeAll(async () => {
    await sites.listen();
    veld = await testServer({ COMMONS_API_URL: `${sites.origin}/w/api.php`, INATURALIST_API_URL: sites.origin });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    klara = await person(veld, 'klara', { roles: ['curator'] });
    ({ bytes } = await makePhoto());
  });
  afterAll(async () => {
    await veld.close();
    sites.close();
  });
  beforeEach(() => {
    sites.asked.length = 0;
    sites.files.clear();
    sites.answers.clear();
    sites.json('/w/api.php', () =>
      commonsAnswer([commonsFile(2), commonsFile(1)], { continue: { gsroffset: 30, continue: 'gsroffset||' } }),
    );
    sites.json('/v1/taxa', inatTaxa);
    sites.json('/v1/observations', () => ({ total_results: 1, page: 1, per_page: 30, results: [inatObservation(9)] }));
    sites.json('/v1/observations/9', () => ({ total_results: 1, page: 1, per_page: 1, results: [inatObservation(9)] }));
  });

  /** Each test asks with another page or taxon, because answers are kept for ten minutes. */
  let page = 0;
  const candidates = async (source?: 'commons' | 'inaturalist', taxonId = KINGFISHER.id): Promise<TaxonImages> => {
    page += 1;
    return (await veld.call(getTaxonImages, { params: { taxonId: String(taxonId) }, query: { page, source } }, klara.token)).body;
  };
  const choose = (body: Partial<BodyOf<typeof postTaxonImage>>) =>
    veld.call(
      postTaxonImage,
      { params: { taxonId: String(KINGFISHER.id) }, body: { image_url: '', image_source: 'url', ...body } },
      klara.token,
    );
  const stateOf = ({ sources }: TaxonImages, name: string) => sources.find(({ source }) => source === name)?.state;
  const mediaCount = async () => (await veld.db.selectFrom('media').select('id').execute()).length;

  it('are found by the scientific name, with author, licence, version and page', async () => {
    const found = await candidates();
    expect(found.sources).toEqual([
      { source: 'own', state: 'ok', has_more: false },
      { source: 'commons', state: 'ok', has_more: true },
      { source: 'inaturalist', state: 'ok', has_more: false },
    ]);
    const common = { width: 4000, height: 3000, is_usable: true };
    expect(found.images).toMatchObject([
      {
        id: '1',
        source: 'commons',
        attribution: 'Jo & Co',
        license_name: 'CC-BY-SA-3.0',
        license_url: 'https://creativecommons.org/licenses/by-sa/3.0',
        page_url: 'https://commons.wikimedia.org/wiki/File:Alcedo_1.jpg',
        ...common,
      },
      { id: '2', ...common },
      {
        id: '9-90',
        source: 'inaturalist',
        attribution: 'Noor',
        license_name: 'CC-BY-4.0',
        license_url: 'https://creativecommons.org/licenses/by/4.0/',
        page_url: 'https://www.inaturalist.org/observations/9',
        width: 2048,
        is_usable: true,
      },
    ]);
    const [commons, observations] = ['/w/api.php', '/v1/observations'].map(
      (path) => sites.asked.find((url) => url.pathname === path)!.searchParams,
    );
    expect(Object.fromEntries(commons!)).toMatchObject({
      action: 'query',
      generator: 'search',
      gsrnamespace: '6',
      prop: 'imageinfo',
      iiprop: 'url|size|mime|extmetadata',
      gsrsearch: expect.stringContaining(`"${KINGFISHER.scientific_name}"`) as string,
    });
    expect(Object.fromEntries(observations!)).toMatchObject({
      taxon_id: '77',
      photo_license: 'cc0,cc-by,cc-by-sa',
      quality_grade: 'research',
    });
  });

  it('say whether they are exactly of the species, and what their site thinks of them', async () => {
    const name = KINGFISHER.scientific_name;
    sites.json('/w/api.php', () =>
      commonsAnswer([
        commonsFile(1, { title: `File:${name.replaceAll(' ', '_')} 3.jpg`, votes: 'potd|featured|quality' }),
        commonsFile(2, { title: `File:Fish eaten by a kingfisher.jpg`, votes: 'valued' }),
        commonsFile(3, { title: `File:${name}ensis.jpg`, votes: 'disputed' }),
      ]),
    );
    sites.json('/v1/observations', () => ({
      total_results: 2,
      results: [
        { ...inatObservation(9), taxon: { id: 77, name } },
        { ...inatObservation(8), taxon: { id: 1, name: `${name} minor` } },
      ],
    }));
    const { images } = await candidates();
    expect(images.map(({ id, is_exact, quality }) => [id, is_exact, quality])).toEqual([
      ['1', true, 'featured'],
      ['2', false, 'valued'],
      ['3', false, null],
      ['9-90', true, null],
      ['8-80', false, null],
    ]);
  });

  it('are asked for at a steady pace, and so often only by one curator', async () => {
    const limited = await testServer({ COMMONS_API_URL: `${sites.origin}/w/api.php`, LIMIT_IMAGE_SITE: '200', LIMIT_IMAGE_SEARCHES: '3' });
    await insertTaxa(limited);
    const [klara2, bram] = [await person(limited, 'klara', { roles: ['curator'] }), await person(limited, 'bram', { roles: ['curator'] })];
    const ask = (page: number, token: string) =>
      limited.call(getTaxonImages, { params: { taxonId: String(KINGFISHER.id) }, query: { page, source: 'commons' } }, token);
    const times: number[] = [];
    sites.answers.set('/w/api.php', (response) => {
      times.push(performance.now());
      response.writeHead(200).end('{}');
    });
    expect((await Promise.all([1, 2, 3].map((page) => ask(page, klara2.token)))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const pauses = times.slice(1).map((time, at) => time - times[at]!);
    expect(pauses.every((pause) => pause > 250)).toBe(true);
    const refused = await ask(4, klara2.token);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    // What is known costs nothing, and others have a budget of their own.
    expect((await ask(2, klara2.token)).status).toBe(200);
    expect((await ask(4, bram.token)).status).toBe(200);
    expect(times).toHaveLength(4);
    await limited.close();
  });

  it('are shown through this server under signed addresses', async () => {
    sites.files.set('/photos/90/medium.jpg', bytes);
    const [image] = (await candidates('inaturalist')).images;
    expect(image!.url).toMatch(new RegExp(`^/api/specie-images/${KINGFISHER.id}/preview\\?`));
    const shown = await veld.fetch(image!.url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    const other = new URL(image!.url, veld.url);
    other.searchParams.set('u', `${sites.origin}/photos/91/medium.jpg`);
    expect((await veld.fetch(other.pathname + other.search)).status).toBe(404);
    // What is no picture is not passed on, whatever its type says.
    sites.files.set('/photos/90/medium.jpg', Buffer.from('<script>alert(1)</script>'));
    expect((await veld.fetch(image!.url)).status).toBe(404);
    // Nor is what the source has larger than a preview may be.
    sites.files.set('/photos/90/medium.jpg', Buffer.concat([bytes, Buffer.alloc(3_000_000)]));
    expect((await veld.fetch(image!.url)).status).toBe(404);
  });

  it('are fetched once when a curator chooses them, without metadata and with their credit', async () => {
    sites.json('/w/api.php', (url) => commonsAnswer([commonsFile(Number(url.searchParams.get('pageids') ?? 5))]));
    sites.files.set('/thumb/5.jpg', bytes);
    const before = await mediaCount();
    const choice = { image_source: 'commons', candidate_id: '5', write_id: randomUUID() };
    const chosen = await choose(choice);
    expect(chosen.body.data).toMatchObject({ attribution: 'Jo & Co', license: 'CC-BY-SA-3.0' });
    expect((await choose(choice)).status).toBe(200);
    expect(await mediaCount()).toBe(before + 1);
    expect(sites.asked.filter(({ pathname }) => pathname === '/thumb/5.jpg')).toHaveLength(1);
    const image = await veld.fetch(`/api/taxon/${KINGFISHER.id}/image?size=1600`);
    expect(image.status).toBe(200);
    expect(Buffer.from(await image.arrayBuffer()).includes('Canary-Cam-7')).toBe(false);
    expect(await veld.db.selectFrom('image_credits').selectAll().execute()).toMatchObject([
      {
        taxon_id: KINGFISHER.id,
        source: 'commons',
        author: 'Jo & Co',
        license: 'CC-BY-SA-3.0',
        license_url: 'https://creativecommons.org/licenses/by-sa/3.0',
        page_url: 'https://commons.wikimedia.org/wiki/File:Alcedo_5.jpg',
        file_url: `${sites.origin}/thumb/5.jpg`,
      },
    ]);
    // It is the server's, not the curator's.
    expect((await veld.call(getMediaUsage, {}, klara.token)).body.data.used_bytes).toBe(0);
    // It can be chosen again for this species only.
    const own = async (taxonId: number) =>
      (await veld.call(getTaxonImages, { params: { taxonId: String(taxonId) }, query: { source: 'own' } }, klara.token)).body.images;
    expect(await own(KINGFISHER.id)).toMatchObject([{ source: 'commons', attribution: 'Jo & Co' }]);
    expect(await own(TAXA.heron.id)).toEqual([]);
    sites.files.set('/photos/90/original.jpg', bytes);
    expect((await choose({ image_source: 'inaturalist', candidate_id: '9-90' })).body.data).toMatchObject({ attribution: 'Noor' });
  });

  it('are shown although one site is down, slow or off', async () => {
    sites.answers.set('/w/api.php', (response) => response.writeHead(503).end('busy'));
    const down = await candidates();
    expect([stateOf(down, 'commons'), stateOf(down, 'inaturalist')]).toEqual(['failed', 'ok']);
    expect(down.images.map(({ source }) => source)).toEqual(['inaturalist']);
    for (const body of ['<html>', '[]', '{"query":{"pages":7}}', '"x"', 'null']) {
      sites.answers.set('/w/api.php', (response) => response.writeHead(200).end(body));
      expect(stateOf(await candidates('commons'), 'commons'), body).toBe('failed');
    }
    sites.answers.set('/v1/taxa', (response) => void response.writeHead(200).write('{"results":['));
    const slow = await candidates();
    expect(stateOf(slow, 'inaturalist')).toBe('failed');
    const other = await testServer({ COMMONS_API_URL: 'off', INATURALIST_API_URL: sites.origin });
    const curator = await person(other, 'klara', { roles: ['curator'] });
    const off = (await other.call(getTaxonImages, { params: { taxonId: '1002' }, query: { source: 'commons' } }, curator.token)).body;
    expect(off.sources).toEqual([{ source: 'commons', state: 'off', has_more: false }]);
    await other.close();
  }, 60_000);

  it('are text and web addresses, whatever the site sends', async () => {
    sites.json('/w/api.php', () => {
      const hostile = commonsFile(4, { artist: '<img src=x onerror=alert(1)><script>alert(2)</script>Eve<b>\u202e</b> &lt;i&gt;' });
      hostile.imageinfo[0]!.descriptionurl = 'javascript:alert(1)';
      const named = commonsFile(3, { artist: '<script>alert(2)</script><span onclick="x()">Eve</span>\u202e &lt;i&gt;' });
      named.imageinfo[0]!.extmetadata.LicenseUrl.value = 'javascript:alert(1)';
      return { query: { pages: { 3: named, 4: hostile, 5: null, 6: { pageid: -1, missing: '' }, 7: { pageid: 7, imageinfo: [] } } } };
    });
    const { images } = await candidates('commons');
    expect(images).toMatchObject([
      { id: '3', attribution: 'Eve <i>', license_url: 'https://creativecommons.org/licenses/by-sa/3.0/', is_usable: true },
    ]);
    sites.answers.set('/w/api.php', (response) => response.writeHead(200).end(`{"a":"${'x'.repeat(4_100_000)}"}`));
    expect(stateOf(await candidates('commons'), 'commons')).toBe('failed');
  });

  it('are shown but cannot be chosen if their licence is not open or their author is unknown', async () => {
    const files: [ReturnType<typeof commonsFile>, Partial<ImageCandidate>][] = [
      [commonsFile(11, { license: 'cc0', name: 'CC0' }), { license_name: 'CC0-1.0', is_usable: true }],
      [commonsFile(12, { license: 'pd', name: 'Public domain' }), { license_name: 'PDM-1.0', is_usable: true }],
      [commonsFile(13, { license: 'cc-by-2.0', name: 'CC BY 2.0' }), { license_name: 'CC-BY-2.0', is_usable: true }],
      [commonsFile(14, { license: 'cc-by-sa-3.0-de', name: 'CC BY-SA 3.0 de' }), { license_name: 'CC-BY-SA-3.0-DE', is_usable: true }],
      [commonsFile(15, { license: 'cc-by-nc-4.0', name: 'CC BY-NC 4.0' }), { license_name: 'CC-BY-NC-4.0', is_usable: false }],
      [commonsFile(16, { license: 'cc-by-nd-4.0', name: 'CC BY-ND 4.0' }), { license_name: 'CC-BY-ND-4.0', is_usable: false }],
      [commonsFile(17, { license: 'gfdl', name: 'GFDL <b>1.2</b>' }), { license_name: 'GFDL 1.2', is_usable: false }],
      [commonsFile(18, { artist: '<br>' }), { attribution: '', is_usable: false }],
    ];
    sites.json('/w/api.php', (url) => {
      const id = Number(url.searchParams.get('pageids'));
      return commonsAnswer(files.map(([file]) => file).filter((file) => !id || file.pageid === id));
    });
    const { images } = await candidates('commons');
    expect(images).toMatchObject(files.map(([, expected]) => expected));
    const before = await mediaCount();
    for (const [file, { is_usable }] of files.filter(([, expected]) => !expected.is_usable)) {
      const refused = await choose({ image_source: 'commons', candidate_id: String(file.pageid) });
      expect([refused.status, is_usable], file.title).toEqual([422, false]);
    }
    expect(await mediaCount()).toBe(before);
    expect(sites.asked.some(({ pathname }) => pathname.startsWith('/thumb/'))).toBe(false);
  });

  it('are not fetched from private addresses, also not through a redirect, and not if they are no pictures', async () => {
    const hits: string[] = [];
    const canary = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end(bytes);
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const inside = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
    const credit = { author: 'Eve', license: 'CC-BY-4.0' };
    const outcome = async (body: Partial<BodyOf<typeof postTaxonImage>>) => {
      const { status, problem } = await choose(body);
      return [status, Object.keys(problem.errors ?? {})];
    };
    for (const image_url of [
      `${inside}/a.jpg`,
      inside.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/latest/',
      'http://[::1]/',
    ])
      expect(await outcome({ image_url, credit }), image_url).toEqual([422, ['image_url']]);
    sites.json('/w/api.php', (url) => commonsAnswer([commonsFile(Number(url.searchParams.get('pageids')))]));
    sites.answers.set('/thumb/21.jpg', (response) => response.writeHead(302, { location: `${inside}/b.jpg` }).end());
    sites.answers.set('/thumb/22.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>'));
    sites.answers.set('/thumb/23.jpg', (response) => response.writeHead(200, { 'content-length': '31000000' }).end('x'));
    sites.files.set('/thumb/24.jpg', bytes.subarray(0, 40));
    const before = await mediaCount();
    for (const candidate_id of ['21', '22', '23', '24', '25', '../1', ''])
      expect(await outcome({ image_source: 'commons', candidate_id }), candidate_id).toEqual([422, ['image_url']]);
    expect(await outcome({ image_source: 'elsewhere', candidate_id: '21' })).toEqual([422, ['image_source']]);
    // An address needs a credit with an open licence, before anything is fetched.
    expect(await outcome({ image_url: 'https://example.org/x.jpg' })).toEqual([422, ['credit']]);
    for (const license of ['CC-BY-ND-4.0', 'CC-BY-NC-4.0', 'all rights reserved', ''])
      expect(await outcome({ image_url: 'https://example.org/x.jpg', credit: { ...credit, license } })).toEqual([422, ['license']]);
    expect(hits).toEqual([]);
    expect(await mediaCount()).toBe(before);
    canary.close();
  });

  it('are asked for by curators only', async () => {
    const params = { taxonId: String(KINGFISHER.id) };
    expect((await veld.call(getTaxonImages, { params }, anna.token)).status).toBe(403);
    expect(
      (await veld.call(postTaxonImage, { params, body: { image_url: '', image_source: 'commons', candidate_id: '5' } }, anna.token)).status,
    ).toBe(403);
    expect(sites.asked).toEqual([]);
  });
});

it('text of other sites has no tags, no control characters and a limited length', () => {
  expect(plainText('  a <b>b</b>\u0000\n&amp;&#x3c;&#0;&#9999999;&nope; ', 100)).toBe('a b &<&nope;');
  expect(plainText('<style>x</style>a<script>b', 100)).toBe('a');
  expect(plainText('x'.repeat(300), 10)).toBe('xxxxxxxxx…');
  expect(webAddress('//commons.wikimedia.org/x')).toBe('https://commons.wikimedia.org/x');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/x', undefined, 'x'.repeat(3000)])
    expect(webAddress(address)).toBeNull();
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../contract/src/vocabulary.ts';
import { checkTranslations, countMissing } from './translations.ts';

type Tree = { [key: string]: string | Tree };

/** A small app without faults: two text files in nine languages, and a screen that uses each key in a different way. */
const ENGLISH: Tree = {
  title: 'Feed',
  greeting: 'Hi {{name}}, <1>go</1>',
  group: { bird: 'Birds', fungus: 'Fungi' },
  records_one: '{{count}} record',
  records_other: '{{count}} records',
};
const SCREEN = `
  import { Trans, useTranslation } from 'react-i18next';
  export function FeedScreen({ group, many }) {
    const { t } = useTranslation(['feed', 'common']);
    // t('only.in.a.comment')
    return <p title={t(many ? 'title' : 'common:close')}>{t(\`group.\${group}\`)}{t('records', { count: 3 })}<Trans i18nKey="feed:greeting" /></p>;
  }
`;
const ITEMS = "export const ITEMS = [{ label: 'common:open', cache: 'feed:cached', tile: (z) => `feed:tiles:${z}` }];";
/** The languages of the small app are all English. */
const ALLOWED = { all: ['Feed', 'Hi {{name}}, <1>go</1>', 'Birds', 'Fungi', '{{count}} record', '{{count}} records', 'Close', 'Open'] };
const SCREENS = "export const feature = { screens: [{ name: 'feed', title: 'feed' }] };";

describe('translations', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'veld-translations-'));
    for (const language of LANGUAGES) {
      words(language, 'feed', plural(language, ENGLISH));
      words(language, 'common', { close: 'Close', open: 'Open', screens: { feed: 'Feed' } });
    }
    write('web/src/features/feed/FeedScreen.tsx', SCREEN);
    write('web/src/app/items.ts', ITEMS);
    write('web/src/features/feed/feature.ts', SCREENS);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(name: string, text: string) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  function words(language: string, namespace: string, tree: Tree) {
    write(`web/src/i18n/${language}/${namespace}.json`, JSON.stringify(tree));
  }
  const check = (equal: Record<string, string[]> = ALLOWED) => checkTranslations(root, equal);
  const faultsOf = async () => (await check()).faults;
  const missingIn = async (equal?: Record<string, string[]>) =>
    (await check(equal)).missing.map(({ language, namespace, key }) => `${language}/${namespace.name}: ${key}`);
  function dutch(change: Tree, without: string[] = []) {
    words('nl', 'feed', Object.fromEntries(Object.entries({ ...ENGLISH, ...change }).filter(([key]) => !without.includes(key))));
  }
  function everywhere(change: Tree) {
    for (const language of LANGUAGES) words(language, 'feed', plural(language, { ...ENGLISH, ...change }));
  }

  it('pass when every language has every key, and every key is used', async () => {
    expect(await faultsOf()).toEqual([]);
  });

  it('are counted as missing where a language lacks a key, and are faults where it has one that English lacks', async () => {
    dutch({ farewell: 'Dag' }, ['title']);
    expect(await faultsOf()).toEqual(['nl/feed: farewell is not in en']);
    const { missing } = await check();
    expect(missing).toEqual([{ language: 'nl', namespace: { name: 'feed', folder: 'web/src/i18n' }, key: 'title', english: 'Feed' }]);
    expect(countMissing(missing)).toBe('Texts to translate: 1 (1 nl)');
  });

  it('are counted as missing where a language lacks a file, and are faults where it has one without an English counterpart', async () => {
    rmSync(join(root, 'web/src/i18n/af/common.json'));
    words('de', 'gadgets', {});
    expect(await faultsOf()).toEqual(['web/src/i18n/de/gadgets.json has no English file']);
    expect(await missingIn()).toEqual(['af/common: close', 'af/common: open', 'af/common: screens.feed']);
  });

  it('are reported when a text is empty', async () => {
    dutch({ title: ' ' });
    expect(await faultsOf()).toEqual(['nl/feed: title is empty']);
  });

  it('are reported when a placeholder or tag is lost, renamed or added', async () => {
    dutch({ greeting: 'Hallo {{naam}}, kijk hier', title: 'Tijdlijn {{count}}' });
    expect(await faultsOf()).toEqual([
      'nl/feed: title has {{count}}, which en has not',
      'nl/feed: greeting lost {{name}} <1> </1>',
      'nl/feed: greeting has {{naam}}, which en has not',
    ]);
  });

  it('are reported in French when a line could break before : ; ? ! or inside « »', async () => {
    const french = (title: string) => words('fr', 'feed', { ...plural('fr', ENGLISH), title });
    for (const wrong of ['Où?', 'Où ?', 'Ici : là', 'Ici ; là', 'Ici!', '« Ici\u00a0»', '«\u00a0Ici »', 'x:', '«Ici\u00a0»']) {
      french(wrong);
      expect(await faultsOf(), wrong).toEqual(['fr/feed: title needs a no-break space before : ; ? ! or inside « »']);
    }
    for (const right of ['Où\u202f?', 'Où\u00a0?!', 'Ici\u00a0: à 12:30', '«\u00a0Ici\u202f»', 'https://veld.example/?a:b;c']) {
      french(right);
      expect(await faultsOf(), right).toEqual([]);
    }
    dutch({ title: 'Waar?' });
    expect(await faultsOf()).toEqual([]);
  });

  it('are missing when a plural lacks a category of its language, and reported when it has a foreign one', async () => {
    words('pl', 'feed', ENGLISH);
    dutch({ records_few: '{{count}} waarnemingen' });
    expect(await faultsOf()).toEqual(['nl/feed: records_few is no plural of this language, which has one, other']);
    expect(await missingIn()).toEqual(['pl/feed: records_few', 'pl/feed: records_many']);
  });

  it('may omit the number in the form for one, unless the language uses that form for 0 too', async () => {
    dutch({ records_one: 'Een waarneming' });
    words('fr', 'feed', { ...plural('fr', ENGLISH), records_one: 'Une observation' });
    expect(await faultsOf()).toEqual(['fr/feed: records_one lost {{count}}']);
  });

  it('are reported in English too, when the forms of a plural do not match', async () => {
    const { records_one: _, ...rest } = ENGLISH;
    words('en', 'feed', { ...rest, title: 'Feed', records_other: '{{count}} records of {{name}}' });
    words('en', 'common', {
      close_one: 'Close {{count}} of {{total}}',
      close_other: 'Close {{count}}',
      open: 'Open',
      screens: { feed: 'Feed' },
    });
    const faults = await faultsOf();
    expect(faults).toContain('en/feed: records_one is missing');
    expect(faults).toContain('en/common: close_one has {{total}}, which en has not');
  });

  it('may have a separate form for 0', async () => {
    dutch({ records_zero: 'Geen waarnemingen' });
    expect(await faultsOf()).toEqual([]);
  });

  it('are missing when a text is the English one, however short, unless the language has the same word', async () => {
    everywhere({ title: 'News' });
    for (const language of ['nl', 'es', 'fr', 'it', 'pt', 'pl', 'af'] as const)
      words(language, 'feed', plural(language, { ...ENGLISH, title: language === 'nl' ? '{{count}} 1–2' : 'Nieuws' }));
    const allowed = { ...ALLOWED, all: ALLOWED.all.filter((text) => text !== 'Feed') };
    expect(await missingIn({ ...ALLOWED, de: [] })).toEqual(['de/feed: title']);
    expect(await missingIn({ ...ALLOWED, de: ['News'] })).toEqual([]);
    expect(await missingIn(allowed)).toContain('pl/common: screens.feed');
    expect((await check({ ...ALLOWED, pl: ['News'] })).faults).toContain('scripts/texts/equal.json: no text in pl is "News" as in English');
  });

  it('are reported when keys are in another order or duplicated, or the file is not JSON', async () => {
    const { title, ...rest } = ENGLISH;
    words('nl', 'feed', { ...rest, title: title! });
    write('web/src/i18n/de/common.json', '{ "close": "Zu", "close": "Zu", "open": "Auf", "screens": { "feed": "Neues" } }');
    write('web/src/i18n/af/common.json', '{ "close": ');
    const faults = await faultsOf();
    expect(faults).toContain('nl/feed: the keys stand in another order than in en');
    expect(faults).toContain('de/common: a key stands there twice');
    expect(faults).toContainEqual(expect.stringMatching(/^af\/common: is not JSON/));
    expect(faults).toHaveLength(3);
  });

  it('are reported when no code uses a key; comments and tests do not count', async () => {
    everywhere({ only: { in: { a: { comment: 'Nobody reads this' } } }, tested: 'Only a test' });
    for (const language of LANGUAGES.slice(1))
      words(language, 'feed', plural(language, { ...ENGLISH, only: { in: { a: { comment: 'X' } } }, tested: 'X' }));
    write('web/src/features/feed/feed.test.tsx', "i18next.t('feed:tested')");
    expect(await faultsOf()).toEqual(['feed:only.in.a.comment is not used', 'feed:tested is not used']);
  });

  it('are reported when the code uses a key that English lacks: literally, as a prefix or as a title', async () => {
    write('web/src/app/feature.ts', "export const feature = { screens: [{ name: 'map', title: 'map' }] };");
    write(
      'web/src/app/Frame.tsx',
      `import { useTranslation } from 'react-i18next';
       export function Frame({ x }) {
         const { t } = useTranslation();
         const { t: words } = useTranslation('feed');
         return <b title={t('nowhere')}>{words('no.such')}{t(\`feed:kind.\${x}\`)}{words(\`sort.\${x}\` as 'title')}</b>;
       }`,
    );
    expect((await faultsOf()).sort()).toEqual([
      'common:nowhere is used in the code and missing in en',
      'common:screens.map is used in the code and missing in en',
      'feed:no.such is used in the code and missing in en',
      'keys beginning with feed:kind. are used in the code and missing in en',
      'keys beginning with feed:sort. are used in the code and missing in en',
    ]);
  });

  it('are reported when a browser test looks for a text that English lacks', async () => {
    const uses = [
      "say('nl', 'feed:title')",
      "say(language, 'feed:titel')",
      'en(`feed:group.${group}`)',
      "enPattern(`feed:groups.${group ? 'a' : 'b'}`)",
    ];
    write('e2e/feed.spec.ts', uses.map((use) => `find(${use});`).join('\n'));
    expect(await faultsOf()).toEqual([
      'e2e/feed.spec.ts: feed:titel is missing in en',
      "e2e/feed.spec.ts: feed:groups.${group ? 'a' : 'b'} is missing in en",
    ]);
  });
});

/** The same texts with the plural categories of a language, in their usual order. */
function plural(language: string, tree: Tree): Tree {
  const order = ['one', 'two', 'few', 'many', 'other'];
  const categories = new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      if (key.endsWith('_one')) return categories.filter((name) => name !== 'other').map((name) => [key.replace(/one$/, name), value]);
      return [[key, value]];
    }),
  );
}

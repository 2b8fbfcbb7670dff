import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { texts } from './vite-plugin.ts';

const FILES = {
  'web/src/i18n/en/common.json': { close: 'Close' },
  'web/src/i18n/en/feed.json': { title: 'Feed', records_one: '{{count}} record', records_other: '{{count}} records' },
  'contract/texts/en/notifications.json': { empty: 'Nothing new' },
  'server/texts/en/server.json': { field: 'Of the server only' },
  'web/src/i18n/pl/common.json': { close: 'Zamknij' },
  'contract/texts/pl/notifications.json': { empty: 'Nic nowego' },
};

type Modules = Record<string, () => Promise<{ texts: { common: object; files: Record<string, () => Promise<{ default: object }>> } }>>;

describe('the texts that are built', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'veld-texts-'));
    for (const [file, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), JSON.stringify(content));
    }
    writeFileSync(join(root, 'main.js'), "export { languages } from 'virtual:veld-texts';");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are whole in each language, also where it lacks a file, and are those of the app', async () => {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [texts(root)],
      build: { lib: { entry: join(root, 'main.js'), formats: ['es'], fileName: () => 'main.mjs' }, outDir: join(root, 'dist') },
    });
    const { languages } = (await import(/* @vite-ignore */ join(root, 'dist/main.mjs'))) as { languages: Modules };
    const polish = (await languages.pl!()).texts;
    expect(polish.common).toEqual({ close: 'Zamknij' });
    expect(Object.keys(polish.files)).toEqual(['feed', 'notifications']);
    expect((await polish.files.notifications!()).default).toEqual({ empty: 'Nic nowego' });
    expect((await polish.files.feed!()).default).toEqual({
      title: 'Feed',
      records_one: '{{count}} record',
      records_few: '{{count}} records',
      records_many: '{{count}} records',
      records_other: '{{count}} records',
    });
  });
});

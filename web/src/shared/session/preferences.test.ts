import { globSync, readFileSync } from 'node:fs';
import { Preferences } from '@veld/contract';
import { describe, expect, it } from 'vitest';

/** The sources below a folder of the project without tests, by path. */
const sourcesOf = (pattern: string) =>
  globSync(pattern, { exclude: (path) => /\.test\.|(?:^|[/\\])testing$/.test(path) }).map((path): [string, string] => [
    path.replaceAll('\\', '/'),
    readFileSync(path, 'utf8'),
  ]);
const sources = sourcesOf('web/src/**/*.{ts,tsx}');

/** Every single choice, by its path: `sync.photos_on_wifi_only`. */
const all = Object.entries(Preferences.parse({})).flatMap(([key, value]) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value).map((name) => `${key}.${name}`) : [key],
);

/** Chosen elsewhere than by `usePreference`. */
const OTHER_SETTINGS: Record<string, RegExp> = {
  language: /changeLanguage\(/,
  on_delete: /name="on_delete"/,
};

const isOfSettings = ([path]: [string, string]) => path.startsWith('web/src/features/settings/');
const settings = sources.filter((one) => isOfSettings(one));
const others = sources.filter((one) => !isOfSettings(one));
const serverSources = sourcesOf('server/src/**/*.ts').map(([, text]) => text);

/** The sources that may set and read preferences: files by path, and texts of the server. */
interface Sources {
  settings: [string, string][];
  others: [string, string][];
  server: string[];
}
const today: Sources = { settings, others, server: serverSources };

function isSettable(path: string, { settings }: Sources = today): boolean {
  const [key = '', name] = path.split('.');
  return settings.some(([, text]) =>
    OTHER_SETTINGS[key]
      ? OTHER_SETTINGS[key].test(text)
      : text.includes(`usePreference('${key}')`) && (name === undefined || new RegExp(`\\b${name}\\b[:,]`).test(text)),
  );
}

function isRead(path: string, { settings, others, server }: Sources = today): boolean {
  const [key = '', name] = path.split('.');
  const read = new RegExp(
    `preferences\\??\\.${key}\\b${name === undefined ? '' : `\\.${name}\\b`}|preferences ${name === undefined ? `->> '${key}'` : `-> '${key}' ->> '${name}'`}`,
  );
  const used = new RegExp(`= usePreference\\('${key}'\\)`);
  return (
    [...others.map(([, text]) => text), ...server].some((text) => read.test(text)) ||
    // A settings page that shows something by it, and does not set it.
    settings.some(([, text]) => used.test(text) && new RegExp(`${key}\\.value`).test(text) && !text.includes(`${key}.set(`))
  );
}

describe('every preference of the contract', () => {
  it.each(all)('%s can be set on a settings page and changes something', (path) => {
    expect({ path, isSettable: isSettable(path), isRead: isRead(path) }).toEqual({ path, isSettable: true, isRead: true });
  });

  it.each(all)('%s would be reported if nothing set or read it', (path) => {
    const name = new RegExp(`\\b${path.split('.').at(-1)}\\b`, 'g');
    const renamed = (text: string) => text.replace(name, 'colour_of_hair').replaceAll('changeLanguage(', 'changeHair(');
    const without: Sources = {
      settings: settings.map(([file, text]) => [file, renamed(text)]),
      others: others.map(([file, text]) => [file, renamed(text)]),
      server: serverSources.map(renamed),
    };
    expect({ isSettable: isSettable(path, without), isRead: isRead(path, without) }).toEqual({ isSettable: false, isRead: false });
  });
});

import { LANGUAGES, type Language } from '@veld/contract';

const KEY = 'veld-locale';

/** In this order (decision 0025): the saved setting, the `lang` query parameter, the browser's language, else en. */
export function chooseLocale(from: { saved: string | null; query: string | null; browser: readonly string[] }): Language {
  return known(from.saved) ?? known(from.query) ?? from.browser.map(known).find((language) => language !== null) ?? 'en';
}

function known(tag: string | null): Language | null {
  const language = tag?.toLowerCase().split('-')[0];
  return LANGUAGES.find((entry) => entry === language) ?? null;
}

let shown: Language | null = null;

/** The language of this page: chosen once, because its address may lose `lang` on the way, and a change reloads it. */
export function currentLocale(): Language {
  shown ??= chooseLocale({
    saved: readSaved(),
    query: new URLSearchParams(window.location.search).get('lang'),
    browser: navigator.languages,
  });
  return shown;
}

/**
 * The language of the device, which every page has once it is loaded again: what the pages share (the copies of the
 * taxonomy) is in this one, or two pages in different languages would undo each other's work.
 */
export function deviceLocale(): Language {
  return known(readSaved()) ?? currentLocale();
}

function readSaved(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage can be closed to us (private modes); the other sources still answer.
    return null;
  }
}

export function saveLocale(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // As above: the choice then holds until the page is closed.
  }
}

import { LANGUAGES, type Language } from '@veld/contract';

const KEY = 'veld-locale';

/** In this order (decision 0025): the saved setting, the `lang` query parameter, the browser's language, en. */
export function chooseLocale(from: { saved: string | null; query: string | null; browser: readonly string[] }): Language {
  return known(from.saved) ?? known(from.query) ?? from.browser.map(known).find((language) => language !== null) ?? 'en';
}

function known(tag: string | null): Language | null {
  const language = tag?.toLowerCase().split('-')[0];
  return LANGUAGES.find((entry) => entry === language) ?? null;
}

let shown: Language | null = null;

/** The language of this page: chosen once, because navigation may drop `lang`, and a change reloads the page. */
export function currentLocale(): Language {
  shown ??= chooseLocale({
    saved: readSaved(),
    query: new URLSearchParams(window.location.search).get('lang'),
    browser: navigator.languages,
  });
  return shown;
}

/**
 * The language of the device, which every page has after a reload. Data shared by pages (the copies of the taxonomy) use this
 * language; otherwise two pages in different languages would overwrite each other's data.
 */
export function deviceLocale(): Language {
  return known(readSaved()) ?? currentLocale();
}

let country: string | null = null;

/** The country of the person using the app, which decides how dates are written; null where nobody is logged in. */
export function currentCountry(): string | null {
  return country;
}

export function setCountry(code: string | null): void {
  country = code;
}

function readSaved(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be blocked (private windows).
    return null;
  }
}

export function saveLocale(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

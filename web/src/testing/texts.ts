import { words } from '../i18n/en/words';
import { i18next, startI18n } from '../i18n/i18n';

const NAMESPACES = Object.keys(words.files).map((file) => file.slice('./'.length, -'.json'.length));

let loaded: Promise<void> | null = null;

/** Loads every text of the app, in English, so that components need not wait for theirs. */
export async function loadTexts(): Promise<void> {
  loaded ??= startI18n().then(() => i18next.loadNamespaces(NAMESPACES));
  await loaded;
  await i18next.changeLanguage('en');
}

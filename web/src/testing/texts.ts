import { languages } from 'virtual:veld-texts';
import { i18next, startI18n } from '../i18n/i18n';

let loaded: Promise<void> | null = null;

/** Loads every text of the app, in English, so that components need not wait for theirs. */
export async function loadTexts(): Promise<void> {
  loaded ??= load();
  await loaded;
  await i18next.changeLanguage('en');
}

async function load(): Promise<void> {
  await startI18n();
  const { texts } = await languages.en!();
  await i18next.loadNamespaces(Object.keys(texts.files));
}

import { SmallPicture, TaxonDistinction } from '@veld/contract';
import { z } from 'zod/mini';
import { deviceSetting, type SettingsDatabase } from '../device/device-setting';

/**
 * What the device keeps of a country for use without a connection. `running` goes on by itself, also after a reload; `full`: it stopped
 * because there is too little space.
 */
const Kept = z.object({
  country: z.string(),
  /** Of the texts. */
  language: z.string(),
  pictures: z.array(SmallPicture),
  text_bytes: z.int(),
  has_texts: z.boolean(),
  /** How many of the pictures are stored. */
  stored: z.int(),
  state: z.enum(['running', 'paused', 'full', 'done']),
  /** When the state began, in milliseconds since 1970. */
  at: z.number(),
});
export type KeptGuide = z.infer<typeof Kept>;

const guides = deviceSetting('kept-guides', z.catch(z.array(Kept), []));
/** Texts about species, by language and id of the taxon. */
const texts = deviceSetting('kept-texts', z.catch(z.record(z.string(), z.record(z.string(), z.string())), {}));

/** How similar species differ, by language. */
const distinctions = deviceSetting('kept-distinctions', z.catch(z.record(z.string(), z.array(TaxonDistinction)), {}));

export const readKept = (database: SettingsDatabase): Promise<KeptGuide[]> => guides.read(database);

export async function keptGuide(database: SettingsDatabase, country: string): Promise<KeptGuide | undefined> {
  return (await readKept(database)).find((one) => one.country === country);
}

export function putKept(database: SettingsDatabase, guide: KeptGuide): Promise<void> {
  return guides.update(database, (all) => [...all.filter(({ country }) => country !== guide.country), guide]);
}

/** Changes what is kept of a country, unless it was deleted meanwhile. */
export function changeKept(database: SettingsDatabase, country: string, change: (guide: KeptGuide) => KeptGuide): Promise<void> {
  return guides.update(database, (all) => all.map((one) => (one.country === country ? change(one) : one)));
}

export function removeKept(database: SettingsDatabase, country: string): Promise<void> {
  return guides.update(database, (all) => all.filter((one) => one.country !== country));
}

export function putTexts(database: SettingsDatabase, language: string, fresh: Record<string, string>): Promise<void> {
  return texts.update(database, (all) => ({ ...all, [language]: fresh }));
}

export function putDistinctions(database: SettingsDatabase, language: string, fresh: TaxonDistinction[]): Promise<void> {
  return distinctions.update(database, (all) => ({ ...all, [language]: fresh }));
}

/** Removes the texts in languages that are not needed. */
export async function keepTextsOnly(database: SettingsDatabase, languages: readonly string[]): Promise<void> {
  const needed = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([language]) => languages.includes(language)));
  await texts.update(database, needed);
  await distinctions.update(database, needed);
}

/** The kept texts about species in a language, by taxon. */
export async function keptTexts(database: SettingsDatabase, language: string): Promise<Record<string, string>> {
  return (await texts.read(database))[language] ?? {};
}

/** How similar species differ, in a language; empty if it is not kept. */
export async function keptDistinctions(database: SettingsDatabase, language: string): Promise<TaxonDistinction[]> {
  return (await distinctions.read(database))[language] ?? [];
}

/** The size of what is kept or will be, in bytes. */
export function sumGuideBytes({ pictures, text_bytes }: Pick<KeptGuide, 'pictures' | 'text_bytes'>): number {
  return pictures.reduce((sum, { bytes }) => sum + bytes, text_bytes);
}

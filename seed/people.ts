import type { Language, Preferences } from '@veld/contract';

/** A person in the demo data. */
export interface DemoPerson {
  key: PersonKey;
  name: string;
  email: string;
  country: string;
  language: Language;
  preferences: Partial<Preferences>;
  /** Fraction of the records, from 0 to 1. */
  share: number;
  /** Countries in which they record; repeated ones are more likely. */
  travels: readonly string[];
}

export type PersonKey =
  | 'admin'
  | 'anna'
  | 'bram'
  | 'chen'
  | 'klara'
  | 'tomasz'
  | 'lucia'
  | 'marie'
  | 'giulia'
  | 'joao'
  | 'pieter'
  | 'femke';

/** The password of all demo accounts. It is not secret, and printed at each start of the demo. */
export const PASSWORD = 'veld-demo-world';

/** The first one becomes admin on a new installation. */
export const people: readonly DemoPerson[] = [
  {
    key: 'admin',
    name: 'Keeper of the demo',
    email: 'admin@example.org',
    country: 'NL',
    language: 'en',
    preferences: { community_opt_in: true },
    share: 0,
    travels: [],
  },
  {
    key: 'anna',
    name: 'Anna de Wit',
    email: 'anna@example.org',
    country: 'NL',
    language: 'nl',
    preferences: { community_opt_in: true, name_languages: ['de'] },
    share: 0.2,
    travels: ['NL', 'NL', 'NL', 'NL', 'BE', 'BE', 'FR'],
  },
  {
    key: 'bram',
    name: 'Bram Okafor',
    email: 'bram@example.org',
    country: 'NL',
    language: 'en',
    preferences: { community_opt_in: true, theme: 'dark', license: 'CC-BY-NC-4.0', name_languages: ['nl', 'es'] },
    share: 0.14,
    travels: ['NL', 'NL', 'NL', 'ES', 'ES', 'PT'],
  },
  {
    key: 'chen',
    name: 'Chen van Wyk',
    email: 'chen@example.org',
    country: 'ZA',
    language: 'af',
    preferences: { community_opt_in: true, license: 'CC0-1.0', name_languages: ['pt'] },
    share: 0.14,
    travels: ['ZA'],
  },
  {
    key: 'klara',
    name: 'Klara Nowak',
    email: 'klara@example.org',
    country: 'DE',
    language: 'de',
    preferences: { community_opt_in: true, messages_from: 'everyone', name_languages: ['pl', 'it'] },
    share: 0.12,
    travels: ['DE', 'DE', 'DE', 'PL', 'PL', 'IT'],
  },
  {
    key: 'tomasz',
    name: 'Tomasz Wiśniewski',
    email: 'tomasz@example.org',
    country: 'PL',
    language: 'pl',
    preferences: { community_opt_in: true, messages_from: 'everyone' },
    share: 0.1,
    travels: ['PL', 'PL', 'PL', 'DE'],
  },
  {
    key: 'lucia',
    name: 'Lucía Romero',
    email: 'lucia@example.org',
    country: 'ES',
    language: 'es',
    preferences: { community_opt_in: true },
    share: 0.08,
    travels: ['ES', 'ES', 'ES', 'PT'],
  },
  {
    key: 'marie',
    name: 'Marie Lefèvre',
    email: 'marie@example.org',
    country: 'FR',
    language: 'fr',
    preferences: { community_opt_in: true, messages_from: 'everyone' },
    share: 0.06,
    travels: ['FR', 'FR', 'FR', 'BE'],
  },
  {
    key: 'giulia',
    name: 'Giulia Conti',
    email: 'giulia@example.org',
    country: 'IT',
    language: 'it',
    preferences: { community_opt_in: true },
    share: 0.05,
    travels: ['IT', 'IT', 'IT', 'FR'],
  },
  {
    key: 'joao',
    name: 'João Pereira',
    email: 'joao@example.org',
    country: 'PT',
    language: 'pt',
    preferences: { community_opt_in: true },
    share: 0.05,
    travels: ['PT', 'PT', 'ES'],
  },
  {
    key: 'pieter',
    name: 'Pieter Claes',
    email: 'pieter@example.org',
    country: 'BE',
    language: 'nl',
    preferences: { community_opt_in: true, messages_from: 'everyone' },
    share: 0.04,
    travels: ['BE', 'BE', 'NL'],
  },
  {
    key: 'femke',
    name: 'Femke Jansen',
    email: 'femke@example.org',
    country: 'NL',
    language: 'nl',
    preferences: { community_opt_in: true, messages_from: 'everyone' },
    share: 0.02,
    travels: ['NL'],
  },
];

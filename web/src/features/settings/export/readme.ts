import type { User } from '@veld/contract';
import type { TFunction } from 'i18next';

/** The files of the export, in the order in which README.txt explains them. */
const FILES = {
  'records.csv': 'settings:data.readme.records',
  'darwin-core/': 'settings:data.readme.darwin_core',
  'photos/': 'settings:data.readme.photos',
  'photos.csv': 'settings:data.readme.photo_list',
  'places.geojson, places.gpx': 'settings:data.readme.places',
  'species-notes.csv': 'settings:data.readme.notes',
  'wanted.csv': 'settings:data.readme.wanted',
  'people.csv': 'settings:data.readme.people',
  'journeys.json, journeys/': 'settings:data.readme.journeys',
  'drafts.json': 'settings:data.readme.drafts',
  'preferences.json': 'settings:data.readme.preferences',
} as const;

/** What each file of the export is, in the person's language. */
export function readme(t: TFunction<['settings', 'common']>, user: User, now = new Date()): string {
  const lines = Object.entries(FILES).map(([file, explanation]) => `${file}\n  ${t(explanation)}\n`);
  const head = `${t('settings:data.readme.title', { name: user.name })}\n${now.toISOString().slice(0, 10)}\n`;
  return `${head}\n${t('settings:data.readme.exact')}\n\n${lines.join('\n')}`.replaceAll('\n', '\r\n');
}

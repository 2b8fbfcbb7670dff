import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArticleGroup, type ArticleText, type Language, LANGUAGES } from '@veld/contract';
import { readErrorCode } from '../../thrown.ts';

/** The articles that come with Veld: a folder for each, with a file for each language. */
export const STARTER_ARTICLES = join(import.meta.dirname, '../../../starter/articles');

export interface StarterArticle {
  group: ArticleGroup;
  order: number;
  texts: Map<Language, ArticleText>;
}

/** The order of the list. Articles that are not in it come last. */
export const PLACES: readonly (readonly [slug: string, group: ArticleGroup])[] = [
  ['first-steps', 'start'],
  ['identifying-carefully', 'start'],
  ['photos-birds-mammals', 'photos'],
  ['photos-reptiles-amphibians-fish', 'photos'],
  ['photos-insects', 'photos'],
  ['photos-shore-and-molluscs', 'photos'],
  ['photos-plants', 'photos'],
  ['photos-fungi', 'photos'],
  ['absences-and-complete-lists', 'recording'],
  ['gps-accuracy', 'recording'],
  ['hidden-places', 'recording'],
  ['licences', 'recording'],
];

/** Reads the articles by slug. A file without a title and a summary is left out; starter.test.ts finds it. */
export async function readStarterArticles(folder = STARTER_ARTICLES): Promise<Map<string, StarterArticle>> {
  const slugs = await folders(folder);
  const articles = await Promise.all(
    slugs.map(async (slug): Promise<[string, StarterArticle]> => {
      const place = PLACES.findIndex(([listed]) => listed === slug);
      const group = PLACES[place]?.[1] ?? 'recording';
      return [slug, { group, order: place === -1 ? PLACES.length : place, texts: await textsIn(join(folder, slug)) }];
    }),
  );
  return new Map(articles.filter(([, { texts }]) => texts.size > 0));
}

async function folders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function textsIn(folder: string): Promise<Map<Language, ArticleText>> {
  const files = new Set(await readdir(folder));
  const languages = LANGUAGES.filter((language) => files.has(`${language}.md`));
  const texts = await Promise.all(languages.map(async (language) => parseArticle(await readFile(join(folder, `${language}.md`), 'utf8'))));
  return new Map(languages.flatMap((language, at) => (texts[at] ? [[language, texts[at]] as const] : [])));
}

/** A title (`# Title`), a summary of one paragraph, and the text. Null if one of them is missing. */
export function parseArticle(file: string): ArticleText | null {
  const found = /^# (.+)\n\s*\n([^\n#][^\n]*(?:\n[^\n]+)*)\n\s*\n([\s\S]*\S)\s*$/.exec(file.replaceAll('\r\n', '\n'));
  if (!found) return null;
  const [, title = '', summary = '', text = ''] = found;
  return { title: title.trim(), summary: summary.replaceAll('\n', ' ').trim(), text: `${text.trim()}\n` };
}

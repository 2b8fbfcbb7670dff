import { type Article, type ArticleRevision, type Language, LANGUAGES, type ListedArticle } from '@veld/contract';
import type { FullText, Heading, StoredArticle, Library } from './library.ts';
import { type NamedRevision, findTexts } from './store.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from '../../http/context.ts';

/** An article in the wanted language, else in English, else in the first one it has. */
export function presentListed(article: StoredArticle<Heading>, wanted: Language): ListedArticle {
  const [language, { title, summary, updatedAt }] = textFor(article, wanted);
  return {
    slug: article.slug,
    group: article.group,
    order: article.order,
    title,
    summary,
    language,
    updated_at: updatedAt?.toISOString() ?? null,
    is_hidden: article.isHidden,
  };
}

export function presentArticle(article: StoredArticle<FullText>, wanted: Language): Article {
  const [, { text, revision }] = textFor(article, wanted);
  const languages = LANGUAGES.filter((language) => article.texts.has(language));
  return { ...presentListed(article, wanted), text, languages, revision };
}

/** The language in which an article is shown, with its text in it. */
function textFor<Text extends Heading>({ texts }: StoredArticle<Text>, wanted: Language): [Language, Text] {
  for (const language of [wanted, ...LANGUAGES]) {
    const text = texts.get(language);
    if (text !== undefined) return [language, text];
  }
  throw new Error('An article has no text');
}

export function presentRevision(row: NamedRevision): ArticleRevision {
  const { id, number, title, summary, text, user_name, restored } = row;
  return { id, number, title, summary, text, user_name, created_at: row.created_at.toISOString(), restored };
}

const compress = promisify(brotliCompress);
/** As replies are compressed while somebody waits. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The size in bytes, compressed, of the articles that everyone may read, in a language. */
export function articleSizes({ readDb }: Context, library: Library): (language: Language) => Promise<number> {
  return async (wanted) => {
    const shown = (await library.list(readDb)).filter(({ isHidden }) => !isHidden);
    const chosen = shown.map((article) => ({ article, inLanguage: textFor(article, wanted) }));
    const ids = chosen.flatMap(({ inLanguage: [, { revision }] }) => (revision === null ? [] : [revision]));
    const written = ids.length > 0 ? await findTexts(readDb, ids) : new Map<string, string>();
    const sizes = await Promise.all(
      chosen.map(async ({ article, inLanguage: [language, heading] }) => {
        const text = heading.revision === null ? (await library.starter(article.slug, language))?.text : written.get(heading.revision);
        const full = { ...article, texts: new Map([[language, { ...heading, text: text ?? '' }]]) };
        return (await compress(JSON.stringify(presentArticle(full, wanted)), QUICK)).length;
      }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

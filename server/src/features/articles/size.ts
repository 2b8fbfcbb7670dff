import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Language } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { Library } from './library.ts';
import { presentArticle, textFor } from './present.ts';
import { findTexts } from './store.ts';

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

import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Language } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { articleLibrary } from './library.ts';
import { presentArticle } from './present.ts';

/** The size in bytes, compressed, of the articles that everyone may read, in a language. */
export function articleSizes({ readDb }: Context): (language: Language) => Promise<number> {
  const library = articleLibrary();
  return async (language) => {
    const shown = (await library.list(readDb)).filter(({ isHidden }) => !isHidden);
    const sizes = await Promise.all(
      shown.map(async ({ slug }) => {
        const article = await library.find(readDb, slug);
        return article ? (await promisify(brotliCompress)(JSON.stringify(presentArticle(article, language)))).length : 0;
      }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

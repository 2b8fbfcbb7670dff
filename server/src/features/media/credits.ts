import type { Tx } from '../../db/open.ts';

export interface NewCredit {
  mediaId: string;
  taxonId: number;
  /** `upload`, `url` or the site. */
  source: string;
  author: string;
  license: string;
  licenseUrl: string | null;
  pageUrl: string | null;
  /** Unchanged if it is left out. */
  fileUrl?: string;
}

/** Stores who made an image, or corrects it. */
export async function insertCredit(tx: Tx, credit: NewCredit): Promise<void> {
  const values = {
    media_id: credit.mediaId,
    taxon_id: credit.taxonId,
    source: credit.source,
    author: credit.author,
    license: credit.license,
    license_url: credit.licenseUrl,
    page_url: credit.pageUrl,
    ...(credit.fileUrl === undefined ? {} : { file_url: credit.fileUrl }),
  };
  await tx
    .insertInto('image_credits')
    .values(values)
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet(values))
    .execute();
}

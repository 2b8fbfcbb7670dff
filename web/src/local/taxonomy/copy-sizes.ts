import { copyFileSize } from './copy-file';
import { TAXONOMY_TYPES, TaxonomyDatabase, type TaxonomyType } from './database';

/** Bytes of the copies of the taxonomy that answer searches. */
export async function copySizes(): Promise<Partial<Record<TaxonomyType, number>>> {
  const taxonomy = new TaxonomyDatabase();
  try {
    const sizes: Partial<Record<TaxonomyType, number>> = {};
    for (const type of TAXONOMY_TYPES) {
      const copy = await taxonomy.copies.get(type);
      if (!copy) continue;
      let size = 0;
      const parts = [copy.copy, ...(copy.changes ? [copy.changes] : [])];
      await taxonomy.blocks
        .where('copy')
        .anyOf(parts)
        .each((block) => (size += block.bytes.length));
      sizes[type] = size + (await copyFileSize(copy.copy));
    }
    return sizes;
  } finally {
    taxonomy.close();
  }
}

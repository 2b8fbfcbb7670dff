import { languageList, type NameLanguages, type StoredTaxon } from './taxon-record.ts';

/**
 * A block of stored format 1: numeric columns, and texts with one line per row. Still readable, so that a device with such a
 * copy can search it until the next update replaces it.
 */
interface Format1Block {
  format: 1;
  size: number;
  rarity: ArrayLike<number>;
  ids: ArrayLike<number>;
  parent_ids: ArrayLike<number>;
  accepted_ids: ArrayLike<number>;
  counts: ArrayLike<number>;
  rarity_classes: ArrayLike<number>;
  words: string[];
  ranks: ArrayLike<number>;
  groups: ArrayLike<number>;
  families: ArrayLike<number>;
  names: string;
  shown: string;
}

/** The rows of a format 1 block, or null if it is not one. */
export function rowsOfFormat1(block: unknown, languages: NameLanguages): StoredTaxon[] | null {
  if (!isFormat1Block(block)) return null;
  const names = block.names.split('\n');
  const shown = block.shown.split('\n');
  const list = languageList(languages);
  return Array.from({ length: block.size }, (_, row) => {
    const [scientific = '', image = '', attribution = '', groups = ''] = (shown[row] ?? '').split('\u001f');
    const spelled: Record<string, string[]> = {};
    for (const group of groups.split('\u001e')) {
      const [language = '', ...spellings] = group.split('\u001d');
      if (list.includes(language) && spellings.length > 0) spelled[language] = spellings;
    }
    const family = block.families[row] ?? 0;
    return {
      rarity: block.rarity[row] ?? 0,
      id: block.ids[row] ?? 0,
      name: names[row] ?? '',
      spelled,
      scientific_name: scientific,
      image_url: image || null,
      image_attribution: attribution || null,
      external_observation_count: block.counts[row] ?? 0,
      rank: block.words[block.ranks[row] ?? 0] ?? '',
      group: block.words[block.groups[row] ?? 0] ?? '',
      family: family === 0 ? null : (block.words[family - 1] ?? null),
      parent_id: block.parent_ids[row] || null,
      accepted_id: block.accepted_ids[row] || null,
      rarity_class: block.rarity_classes[row] ?? 0,
    };
  });
}

function isFormat1Block(block: unknown): block is Format1Block {
  if (typeof block !== 'object' || block === null) return false;
  const { format, size, names, shown, words }: Partial<Format1Block> = block;
  return format === 1 && typeof size === 'number' && typeof names === 'string' && typeof shown === 'string' && Array.isArray(words);
}

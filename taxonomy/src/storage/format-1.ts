import { languageList, type NameLanguages, type StoredTaxon } from './taxon-record.ts';

/**
 * Blocks of the first stored format (1), read so that a device that still has them finds what it has until the copy was
 * fetched anew: columns of numbers, and texts with a line a row.
 */
interface FirstBlock {
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

/** The rows of a block of the first format, or null where it is none. */
export function rowsOfFormat1(block: unknown, languages: NameLanguages): StoredTaxon[] | null {
  if (!isFirstBlock(block)) return null;
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

function isFirstBlock(block: unknown): block is FirstBlock {
  if (typeof block !== 'object' || block === null) return false;
  const { format, size, names, shown, words } = block as Partial<FirstBlock>;
  return format === 1 && typeof size === 'number' && typeof names === 'string' && typeof shown === 'string' && Array.isArray(words);
}

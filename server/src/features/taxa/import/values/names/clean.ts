const ENTITIES: Record<string, string> = {
  '&times;': '×',
  '&#215;': '×',
  '&#xd7;': '×',
  '&amp;': '&',
  '&nbsp;': ' ',
  '&#39;': "'",
  '&apos;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
};
/** Most epithets and genera, which need no cleaning. */
const PLAIN = /^[A-Z]?[a-z]+(?: [a-z]+)*$/;
const LIGATURES: Record<string, string> = { æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ﬁ: 'fi', ﬂ: 'fl', ﬀ: 'ff', ﬃ: 'ffi', ﬄ: 'ffl', ﬆ: 'st' };

/** Without ligatures, which names must not have (ICN art. 60.7, ICZN art. 32.5.2). Authors keep theirs. */
export function withoutLigatures(word: string): string {
  return word.replace(/[æÆœŒﬁﬂﬀﬃﬄﬆ]/g, (letter) => LIGATURES[letter] ?? letter);
}

/**
 * The words of a name without what files add to it: tags, entities, invisible characters, underscores, other hyphens and quotes.
 * Returns '' for the texts that databases write for no value.
 */
export function cleanName(text: string): string {
  if (PLAIN.test(text)) return text === 'null' ? '' : text;
  let name = text.normalize('NFC');
  if (name.includes('&'))
    name = name.replace(/&(?:times|#215|#xd7|amp|nbsp|#39|apos|quot|lt|gt);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity);
  if (name.includes('<')) name = name.replace(/<\/?(?:i|em|b|strong|span|sup|sub|u|font|br)\b[^<>]*>/gi, '');
  // Most names need nothing of what follows.
  if (/[^\p{L}\d .,&()-]/u.test(name))
    name = name
      .replace(/[\p{Cf}\p{Cc}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
      .replace(/_/g, ' ')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/[†‡*♀♂]/g, ' ')
      .replace(/[✕✖⨉╳]/g, '×')
      // A multiplication sign stands by itself until it is written as the codes do.
      .replace(/×/g, ' × ');
  // A marker and its epithet without a space: subsp.alba.
  name = name.replace(/(^|[\s.])\s*((?:notho)?(?:subsp|ssp|var|subvar|fo|convar|subg|sect))\.(?=[\p{Ll}\p{Lu}])/gu, '$1 $2. ');
  name = name.replace(/\s+/g, ' ').trim();
  return /^(null|NULL|\\[nN])$/.test(name) ? '' : name;
}

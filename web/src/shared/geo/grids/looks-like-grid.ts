/**
 * Whether text that is no pair of degrees may mean a place in another way (a grid reference, a plus code, a link, WKT or JSON), so that the
 * parser has to be loaded.
 */
export function looksLikeGrid(text: string): boolean {
  const clean = text.trim().toUpperCase();
  if (/:\/\/|^GEO:|\/{3}|W3W|WHAT3WORDS|\.[A-Z]{2,}\/|^\p{L}{2,}\.\p{L}{2,}\.\p{L}{2,}$/u.test(clean)) return true;
  return /^[A-Z]{2}$/.test(clean) || (/\d/.test(clean) && /[A-Z{[+]/.test(clean)) || /(?<![\d.,])\d{4}|\d[ .,'’]\d{3}(?!\d)/.test(clean);
}

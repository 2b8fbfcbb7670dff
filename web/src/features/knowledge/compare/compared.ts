/** Maximum number of species side by side. */
export const MAX_COMPARED = 3;

/** The taxa in an address such as `compare=17,18`: different ones, at most `MAX_COMPARED`. Null without a comparison. */
export function comparedIn(text: string | null): number[] | null {
  if (text === null) return null;
  const ids = text.split(',').flatMap((id) => (/^[1-9]\d{0,9}$/.test(id) ? [Number(id)] : []));
  return [...new Set(ids)].slice(0, MAX_COMPARED);
}

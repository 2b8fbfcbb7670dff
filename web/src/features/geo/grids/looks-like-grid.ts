/** Whether text may be a grid reference, so that the parser has to be loaded. */
export function looksLikeGrid(text: string): boolean {
  const clean = text.trim().toUpperCase();
  return /^(\d{1,2} ?)?[A-Z]{1,3}[\dA-Z ,.;]*\d ?\d/.test(clean) || /^-?\d{4,8}([.,]\d+)?(, ?| ?[;/ ] ?)-?\d{4,8}/.test(clean);
}

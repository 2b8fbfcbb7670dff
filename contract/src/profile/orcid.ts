const FORM = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

/** Whether a text is an ORCID iD whose last character is its checksum (ISO 7064 mod 11-2). */
export function isOrcid(text: string): boolean {
  if (!FORM.test(text)) return false;
  const characters = text.replaceAll('-', '');
  let total = 0;
  for (const digit of characters.slice(0, -1)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return characters.at(-1) === (check === 10 ? 'X' : String(check));
}

/** An ORCID iD as people enter it, also as an address or in lower case. */
export function readOrcid(text: string): string {
  return text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
    .toUpperCase();
}

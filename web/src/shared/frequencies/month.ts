/** The month of an address, 1 to 12; null for none. */
export function monthFrom(text: string | null): number | null {
  return /^([1-9]|1[0-2])$/.test(text ?? '') ? Number(text) : null;
}

/** A day by which to ask what is likely in a month: its middle, or today in the current one. */
export function dayIn(month: number | null, today: string): string {
  const wanted = `${today.slice(0, 5)}${String(month ?? today.slice(5, 7)).padStart(2, '0')}`;
  return today.startsWith(wanted) ? today : `${wanted}-15`;
}

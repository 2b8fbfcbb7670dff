const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or an attribute, without the control characters that XML cannot have. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"]/g, (mark) => MARKS[mark]!);
}

/** An element with a text; nothing for an empty one. */
export function element(name: string, text: string | number | null): string {
  return text === null || text === '' ? '' : `<${name}>${xmlText(String(text))}</${name}>`;
}

/** A number of degrees or metres without an exponent, which JavaScript writes for small numbers and `xsd:decimal` does not have. */
export function decimal(value: number): string {
  return value.toFixed(7).replace(/\.?0+$/, '');
}

/** The attributes of a point of GPX. The schema has longitudes below 180: the antimeridian is at -180. */
export function gpxPosition(latitude: number, longitude: number): string {
  return `lat="${decimal(latitude)}" lon="${decimal(longitude === 180 ? -180 : longitude)}"`;
}

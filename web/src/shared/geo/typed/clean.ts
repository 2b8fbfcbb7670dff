/**
 * Text with one character for each sign: no invisible characters, full-width digits or typographic quotes. Symbols come before NFKC,
 * which would make letters of some of them.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[º˚]/g, '°')
    .replace(/[″”“„‟〃]/g, '"')
    .replace(/[′’‘‛`´ʹ]/g, "'")
    .normalize('NFKC')
    .replace(/[\p{Cf}\uFE00-\uFE0F]/gu, '')
    .replace(/[−–—‒‐‑]/g, '-')
    .replace(/''/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,!]+$/, '')
    .trim();
}

const METRES: Record<string, number> = { M: 1, KM: 1000, FT: 0.3048 };
const UNIT = String.raw`(KM|METERS?|METRES?|METROS?|METRI|MÈTRES?|METRÓW|M|FT|FEET)(?![\p{L}\d])`;
const ACCURACY =
  String.raw`ACCURACY|UNCERTAINTY|ACC\.?|PREC\.?|` +
  'NAUWKEURIGHEID|ONZEKERHEID|GENAUIGKEIT|PRECISIÓN|PRÉCISION|PRECISIONE|PRECISÃO|DOKŁADNOŚĆ|AKKURAATHEID';
const UNCERTAINTY = new RegExp(
  String.raw`[(,;]?\s*(?:(?:${ACCURACY})[:=]?\s*(?:±|\+/?-)?|±|\+/?-)\s*(\d+(?:[.,]\d+)?)\s*${UNIT}\s*\)?`,
  'u',
);
const ALTITUDE = new RegExp(
  String.raw`[(,;]?\s*(?:ALT|ELEV|ALTITUDE|ELEVATION|HOOGTE|HÖHE|ALTITUD|ALTITUDINE|QUOTA|WYSOKOŚĆ)[.:=]*\s*-?\d+(?:[.,]\d+)?\s*${UNIT}\s*\)?`,
  'u',
);

/** Takes "±10 m" out of text in capitals, also with words for it; an altitude is no part of the place. */
export function takeUncertainty(text: string): { rest: string; metres: number | null } {
  const withoutAltitude = text.replace(ALTITUDE, ' ');
  const match = UNCERTAINTY.exec(withoutAltitude);
  const rest = (match ? withoutAltitude.replace(match[0], ' ') : withoutAltitude).trim();
  if (!match) return { rest, metres: null };
  const unit = match[2]!.startsWith('KM') ? 'KM' : match[2]!.startsWith('F') ? 'FT' : 'M';
  const metres = Number((Number(match[1]!.replace(',', '.')) * METRES[unit]!).toFixed(2));
  return { rest, metres: metres > 0 ? metres : null };
}

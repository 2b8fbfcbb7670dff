const CODES = [
  'taxon_or_photo',
  'coordinates_pair',
  'zero_coordinates',
  'time_without_day',
  'count_range',
  'count',
  'too_long',
  'uncertainty',
  'date',
  'date_order',
  'time',
  'number',
  'attributes_limit',
] as const;

/** The translation key under `invalid` for an error code of the contract; `other` for codes without one. */
export function invalidKey(code: string): (typeof CODES)[number] | 'other' {
  return CODES.find((one) => one === code) ?? 'other';
}

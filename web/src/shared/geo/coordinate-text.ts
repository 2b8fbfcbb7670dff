import type { Coordinates } from './parse-coordinates';

/** Decimal degrees for maps and machines, to about 10 cm. */
export function decimalText({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
}

/** Degrees, minutes and tenths of a second, to about 3 m: 52°05'26.5"N 5°07'17.0"E */
export function sexagesimalText({ latitude, longitude }: Coordinates): string {
  return `${half(latitude, 'N', 'S')} ${half(longitude, 'E', 'W')}`;
}

function half(degrees: number, positive: string, negative: string): string {
  // Rounded as a whole, so that 59.99 seconds become a full minute instead of 60.0 seconds.
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const [d, m, s] = [Math.floor(tenths / 36_000), Math.floor((tenths % 36_000) / 600), (tenths % 600) / 10];
  const two = (value: string) => value.padStart(2, '0');
  return `${d}°${two(String(m))}'${s.toFixed(1).padStart(4, '0')}"${degrees < 0 ? negative : positive}`;
}

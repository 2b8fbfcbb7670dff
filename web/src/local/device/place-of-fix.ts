interface Point {
  latitude: number;
  longitude: number;
}

/** Coordinates as records store them: to six decimals, about 10 cm. */
export function roundedPoint({ latitude, longitude }: Point): Point {
  return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) };
}

/** The place of a fix as records store it. `walked_m`: how far the observer may have come between the record and the fix. */
export function placeOfFix(fix: Point & { accuracy_m: number }, walked_m = 0) {
  return {
    ...roundedPoint(fix),
    coordinate_uncertainty_m: Math.max(1, Math.ceil(fix.accuracy_m + walked_m)),
    location_source: 'gps' as const,
  };
}

declare module 'tz-lookup' {
  /** IANA name of the zone of a point in degrees. Throws for what is no point. */
  export default function tzLookup(latitude: number, longitude: number): string;
}

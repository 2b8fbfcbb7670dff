declare module 'tz-lookup' {
  /** IANA name of the time zone of a point in degrees. Throws for invalid coordinates. */
  export default function tzLookup(latitude: number, longitude: number): string;
}

/** The mean radius of the Earth in metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;
/** A degree of latitude, and one of longitude at the equator, on the sphere of that radius. In metres. */
export const METRES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_M;
/** The length of the equator in metres (WGS 84), as maps in Web Mercator are scaled. */
export const EQUATOR_M = 40_075_016.686;

import { type LetterGrid, BRITISH, IRISH } from './letters';

/** A national grid in metres. */
export interface NationalGrid {
  /** Proper name, the same in every language. */
  name: string;
  /** ISO 3166-1 alpha-2 codes. */
  countries: readonly string[];
  /** proj4 definition with the datum shift to WGS 84 (EPSG Geodetic Parameter Dataset). */
  definition: string;
  /** Area of use (EPSG), in WGS 84 degrees. */
  area: { west: number; south: number; east: number; north: number };
  /** Other names of it in texts, in capitals. */
  names?: readonly string[];
  /** Set if a country writes northing first as well as easting first. */
  isOrderOpen?: true;
  /** Set if squares of a kilometre are named by their corner in kilometres ("136-455"). */
  kilometres?: true;
  /** Set if squares are named by letters instead of metres. */
  letters?: LetterGrid;
}

const area = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });

/**
 * Without national correction grids, the older datums are accurate to some metres (Great Britain 5, Ireland 1, Belgium, Austria and
 * Czechia 1 to 2); those based on ETRS89 to centimetres.
 */
export const NATIONAL_GRIDS: readonly NationalGrid[] = [
  {
    name: 'British National Grid',
    names: ['BNG', 'OSGB36', 'OSGB', 'OSGR', 'NGR', 'OS', 'EPSG:27700'],
    countries: ['GB', 'IM'],
    definition:
      '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
    area: area(-9.01, 49.75, 2.01, 61.01),
    letters: BRITISH,
  },
  {
    name: 'Irish Grid',
    names: ['TM65', 'TM75', 'IG', 'EPSG:29902', 'EPSG:29903'],
    countries: ['IE', 'GB'],
    definition:
      '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +b=6356034.447938534 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
    area: area(-10.56, 51.39, -5.34, 55.43),
    letters: IRISH,
  },
  {
    name: 'Rijksdriehoek (RD)',
    names: ['RD NEW', 'RDNEW', 'RIJKSDRIEHOEK', 'AMERSFOORT', 'RD', 'EPSG:28992'],
    countries: ['NL'],
    definition:
      '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725',
    area: area(3.2, 50.75, 7.22, 53.7),
    kilometres: true,
  },
  {
    name: 'Lambert 72',
    names: ['LAMBERT 1972', 'BELGIAN LAMBERT 72', 'BELGE LAMBERT 72', 'L72', 'EPSG:31370'],
    countries: ['BE'],
    definition:
      '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747',
    area: area(2.5, 49.5, 6.4, 51.51),
  },
  {
    name: 'LUREF',
    names: ['EPSG:2169'],
    countries: ['LU'],
    definition:
      '+proj=tmerc +lat_0=49.8333333333333 +lon_0=6.16666666666667 +k=1 +x_0=80000 +y_0=100000 +ellps=intl +towgs84=-189.6806,18.3463,-42.7695,-0.33746,-3.09264,2.53861,0.4598',
    area: area(5.73, 49.44, 6.53, 50.19),
  },
  {
    name: 'LV95',
    names: ['CH1903+', 'EPSG:2056'],
    countries: ['CH', 'LI'],
    definition:
      '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346',
    area: area(5.96, 45.82, 10.49, 47.81),
  },
  {
    name: 'Austria Lambert (MGI)',
    names: ['EPSG:31287'],
    isOrderOpen: true,
    countries: ['AT'],
    definition:
      '+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
    area: area(9.53, 46.4, 17.17, 49.02),
  },
  {
    name: 'Lambert-93',
    names: ['LAMBERT 93', 'LAMBERT93', 'RGF93', 'L93', 'EPSG:2154'],
    countries: ['FR'],
    definition: '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80',
    area: area(-9.86, 41.15, 10.38, 51.56),
  },
  {
    name: 'PT-TM06',
    names: ['EPSG:3763'],
    countries: ['PT'],
    definition: '+proj=tmerc +lat_0=39.6682583333333 +lon_0=-8.13310833333333 +k=1 +x_0=0 +y_0=0 +ellps=GRS80',
    area: area(-9.56, 36.95, -6.19, 42.16),
  },
  {
    name: 'PUWG 1992',
    names: ['PL-1992', 'PUWG 92', 'PUWG92', 'EPSG:2180'],
    isOrderOpen: true,
    countries: ['PL'],
    definition: '+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80',
    area: area(14.14, 49, 24.15, 55.93),
  },
  {
    name: 'S-JTSK / Krovak',
    names: ['S-JTSK', 'KROVAK', 'EPSG:5514'],
    countries: ['CZ', 'SK'],
    definition:
      '+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56',
    area: area(12.09, 47.73, 22.56, 51.06),
  },
  {
    name: 'SWEREF 99 TM',
    names: ['SWEREF99 TM', 'SWEREF99TM', 'SWEREF', 'EPSG:3006'],
    countries: ['SE'],
    definition: '+proj=utm +zone=33 +ellps=GRS80',
    area: area(10.03, 54.96, 24.17, 69.07),
  },
  {
    name: 'ETRS-TM35FIN',
    names: ['TM35FIN', 'EPSG:3067'],
    countries: ['FI', 'AX'],
    definition: '+proj=utm +zone=35 +ellps=GRS80',
    area: area(19.08, 58.84, 31.59, 70.09),
  },
  {
    name: 'L-EST97',
    names: ['EPSG:3301'],
    isOrderOpen: true,
    countries: ['EE'],
    definition: '+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 +ellps=GRS80',
    area: area(20.37, 57.52, 28.2, 60),
  },
  {
    name: 'LKS-92',
    names: ['EPSG:3059'],
    isOrderOpen: true,
    countries: ['LV'],
    definition: '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80',
    area: area(19.06, 55.67, 28.24, 58.09),
  },
  {
    name: 'LKS-94',
    names: ['EPSG:3346'],
    isOrderOpen: true,
    countries: ['LT'],
    definition: '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80',
    area: area(19.02, 53.89, 26.82, 56.45),
  },
  {
    name: 'NZTM2000',
    names: ['NZTM', 'EPSG:2193'],
    countries: ['NZ'],
    definition: '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80',
    area: area(166.37, -47.33, 178.63, -34.1),
  },
];

/** Grids that are read, but not shown beside the ones in use today. */
export const READ_GRIDS: readonly NationalGrid[] = [
  ...NATIONAL_GRIDS,
  {
    name: 'LV03',
    names: ['CH1903', 'EPSG:21781'],
    countries: ['CH', 'LI'],
    definition:
      '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346',
    area: area(5.96, 45.82, 10.49, 47.81),
  },
  {
    name: 'Irish Transverse Mercator',
    names: ['ITM', 'EPSG:2157'],
    countries: ['IE', 'GB'],
    definition: '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80',
    area: area(-10.56, 51.39, -5.34, 55.43),
  },
];

/** `slack` in degrees. */
export function isInArea({ area: { west, south, east, north } }: NationalGrid, latitude: number, longitude: number, slack = 0): boolean {
  return latitude >= south - slack && latitude <= north + slack && longitude >= west - slack && longitude <= east + slack;
}

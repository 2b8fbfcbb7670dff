import type { Feature } from 'geojson';

/** Natural Earth gives the names in these languages of all its towns, where they differ from `name`. */
const COMPLETE = ['de', 'en', 'es', 'fr', 'pt'] as const;
/** And in these of the largest towns only. */
const PARTIAL = ['it', 'nl', 'pl'] as const;

/** Names in other languages by the id of GeoNames, from Natural Earth's towns. */
export function namesOfTowns(towns: readonly Feature[]): Map<number, Record<string, string>> {
  const names = new Map<number, Record<string, string>>();
  for (const { properties } of towns) {
    const { name, geonames } = properties as { name: string; geonames?: number };
    if (geonames === undefined) continue;
    const given = properties as Record<string, string | undefined>;
    const found: Record<string, string> = {};
    const isTranslated = COMPLETE.some((language) => given[language]);
    for (const language of COMPLETE) if (isTranslated) found[language] = given[language] ?? name;
    for (const language of PARTIAL) if (given[language]) found[language] = given[language];
    const afrikaans = AFRIKAANS[name];
    if (afrikaans && Number(given.pop) >= AFRIKAANS_FROM) found.af = afrikaans;
    if (Object.keys(found).length > 0) names.set(geonames, found);
  }
  return names;
}

/** Leaves out small namesakes, such as Paris in Texas. */
const AFRIKAANS_FROM = 90_000;

/** Afrikaans names of well-known towns, by their English names. Natural Earth has none. */
const AFRIKAANS: Readonly<Record<string, string>> = {
  'Addis Ababa': 'Addis Abeba',
  Algiers: 'Algiers',
  Antwerpen: 'Antwerpen',
  Athens: 'Athene',
  Baghdad: 'Bagdad',
  Beijing: 'Beijing',
  Beirut: 'Beiroet',
  Belgrade: 'Belgrado',
  Berlin: 'Berlyn',
  Brussels: 'Brussel',
  Bucharest: 'Boekarest',
  Budapest: 'Boedapest',
  Cairo: 'Kaïro',
  'Cape Town': 'Kaapstad',
  Cologne: 'Keulen',
  Copenhagen: 'Kopenhagen',
  Damascus: 'Damaskus',
  Dublin: 'Dublin',
  Florence: 'Florence',
  Geneva: 'Genève',
  Istanbul: 'Istanboel',
  Jerusalem: 'Jerusalem',
  Kyiv: 'Kiëf',
  Lisbon: 'Lissabon',
  London: 'Londen',
  Lusaka: 'Lusaka',
  Marseille: 'Marseille',
  Milan: 'Milaan',
  Moscow: 'Moskou',
  Munich: 'München',
  Naples: 'Napels',
  Nicosia: 'Nikosia',
  Paris: 'Parys',
  Prague: 'Praag',
  Rome: 'Rome',
  'St. Petersburg': 'Sint Petersburg',
  Singapore: 'Singapoer',
  Seoul: 'Seoel',
  Teheran: 'Teheran',
  Tehran: 'Teheran',
  Tokyo: 'Tokio',
  Turin: 'Turyn',
  Tunis: 'Tunis',
  Venice: 'Venesië',
  Vienna: 'Wene',
  Warsaw: 'Warskou',
  Zürich: 'Zürich',
};

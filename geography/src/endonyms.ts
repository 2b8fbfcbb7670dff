/**
 * Names by which towns are searched besides those of the gazetteer: what people there call a town that GeoNames lists by its English
 * name, or a common name that neither GeoNames nor Natural Earth gives. By the name in the gazetteer and the country.
 */
const ENDONYMS: Readonly<Record<string, readonly string[]>> = {
  'Alexandria EG': ['Al Iskandariyah'],
  'Almere Stad NL': ['Almere'],
  'Athens GR': ['Athina'],
  'Beersheba IL': ["Be'er Sheva"],
  'Beijing CN': ['Běijīng'],
  'Beirut LB': ['Bayrut'],
  'Belgrade RS': ['Beograd'],
  'Bengaluru IN': ['Bangalore'],
  'Bucharest RO': ['București'],
  'Cairo EG': ['Al Qahirah'],
  'Chisinau MD': ['Chișinău'],
  'Copenhagen DK': ['København'],
  'Damascus SY': ['Dimashq'],
  'Gaillimh IE': ['Galway'],
  'Gasteiz / Vitoria ES': ['Vitoria-Gasteiz', 'Vitoria', 'Gasteiz'],
  'Helsinki FI': ['Helsingfors'],
  'Ho Chi Minh City VN': ['Thành phố Hồ Chí Minh', 'Saigon'],
  'Homyel’ BY': ['Gomel'],
  'Irákleion GR': ['Heraklion', 'Iraklio'],
  'Istanbul TR': ['İstanbul'],
  'Jerusalem IL': ['Yerushalayim', 'Al Quds'],
  'Kharkiv UA': ['Charkiv', 'Kharkov'],
  'Kyiv UA': ['Kiev', 'Kyjiv'],
  'Leuven BE': ['Louvain', 'Löwen'],
  'Liège BE': ['Luik', 'Lüttich'],
  'Luimneach IE': ['Limerick'],
  'Mechelen BE': ['Malines'],
  'Mons BE': ['Bergen'],
  'Moscow RU': ['Moskva'],
  'Namur BE': ['Namen'],
  'Nicosia CY': ['Lefkosia', 'Lefkoşa'],
  'Odessa UA': ['Odesa'],
  'Ostend BE': ['Oostende', 'Ostende'],
  'Piraeus GR': ['Peiraias'],
  'Pilsen CZ': ['Plzeň'],
  'Prague CZ': ['Praha', 'Praag', 'Prag', 'Praga'],
  'Pátra GR': ['Patras', 'Patra'],
  'Riga LV': ['Rīga'],
  'Saint Petersburg RU': ['Sankt-Peterburg'],
  'Seoul KR': ['Soul'],
  'Tehran IR': ['Teheran'],
  'Tel Aviv IL': ['Tel Aviv-Yafo', 'Tel Aviv-Jaffa'],
  'Thessaloníki GR': ['Saloniki', 'Salonica'],
  'Tirana AL': ['Tiranë'],
  'Tournai BE': ['Doornik'],
  'Turku FI': ['Åbo'],
  'Vienna AT': ['Wien'],
  'Warsaw PL': ['Warszawa'],
  'Yerevan AM': ['Jerewan', 'Erevan'],
  'Århus DK': ['Aarhus'],
  'Ústí nad Labem CZ': ['Aussig'],
};

const NONE: readonly string[] = [];

/** Other names to search a town of the gazetteer by. Small namesakes in the same country have them too, and come after it. */
export function listEndonyms(name: string, country: string): readonly string[] {
  return ENDONYMS[`${name} ${country}`] ?? NONE;
}

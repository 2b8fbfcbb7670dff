/**
 * What the search knows about languages: which forms of a word mean the same, where a name has its head, and words that say nothing
 * about a name. Everything is folded, as in `fold.ts`. Plain data: people who know a language can correct it.
 */
export interface Grammar {
  /** The head comes first (mésange bleue), not last (blue tit). */
  isHeadFirst: boolean;
  /** Words end with their head (Kohlmeise). */
  hasCompounds: boolean;
  /** Heads of compounds that are too short to distinguish from other endings. */
  shortHeads: readonly string[];
  /** Endings of plurals and diminutives, and what may replace them; `%`: the stem may lose a double consonant or gain a double vowel. */
  endings: Endings;
  /** Irregular forms. */
  irregular: ReadonlyMap<string, string>;
  articles: readonly string[];
  /** Words for ranks. */
  ranks: readonly string[];
  /** Numbers from 1. */
  numbers: readonly string[];
  /** Words for a sex, an age, a state, a kind or a sign of it, which people add to a name. */
  additions: readonly string[];
  /** Words of a sentence around a name: little words, counts and places. */
  fillers: readonly string[];
  /** Abbreviations that do not begin the word they stand for. */
  abbreviations: ReadonlyMap<string, string>;
  /** Umlauts may be spelled with an e: `loewe`. */
  spellsUmlauts: boolean;
}

interface Ending {
  ending: string;
  replacements: readonly string[];
}

/** Rules by the last letter of their ending, in each list the longest ending first: it says most. */
type Endings = ReadonlyMap<string, readonly Ending[]>;

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const forms = (text: string): Map<string, string> =>
  new Map(
    words(text).map((pair) => {
      const [form = '', base = ''] = pair.split('=');
      return [form, base];
    }),
  );
/** Parses `ies=y,ie s=`: each ending with its replacements, of which the first may be nothing. */
function endings(text: string): Endings {
  const rules = words(text).map((rule) => {
    const [ending = '', replacements = ''] = rule.split('=');
    return { ending, replacements: replacements.split(',') };
  });
  return Map.groupBy(
    rules.toSorted((a, b) => b.ending.length - a.ending.length),
    ({ ending }) => ending.at(-1) ?? '',
  );
}

interface Spelled {
  isHeadFirst?: boolean;
  shortHeads?: string;
  hasCompounds?: boolean;
  endings?: string;
  irregular?: string;
  articles?: string;
  ranks?: string;
  numbers?: string;
  additions?: string;
  fillers?: string;
  abbreviations?: string;
  spellsUmlauts?: boolean;
}

function grammar(spelled: Spelled): Grammar {
  return {
    isHeadFirst: spelled.isHeadFirst ?? false,
    hasCompounds: spelled.hasCompounds ?? false,
    shortHeads: words(spelled.shortHeads ?? ''),
    endings: endings(spelled.endings ?? ''),
    irregular: forms(spelled.irregular ?? ''),
    articles: words(spelled.articles ?? ''),
    ranks: words(spelled.ranks ?? ''),
    numbers: words(spelled.numbers ?? ''),
    additions: words(spelled.additions ?? ''),
    fillers: words(spelled.fillers ?? ''),
    abbreviations: forms(spelled.abbreviations ?? ''),
    spellsUmlauts: spelled.spellsUmlauts ?? false,
  };
}

/** For texts in no particular language. */
export const GRAMMAR_OF_ANY = grammar({});

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  en: grammar({
    endings: 'ies=y,ie ves=f,fe xes=x ches=ch shes=sh sses=ss zes=z oes=o s= men=man fungi=fungus cacti=cactus ae=a',
    irregular:
      'geese=goose mice=mouse lice=louse feet=foot teeth=tooth oxen=ox larvae=larva pupae=pupa calves=calf wolves=wolf leaves=leaf thieves=thief halves=half hooves=hoof',
    articles: 'the a an',
    ranks: 'family genus species order',
    numbers:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twentyone twentytwo twentythree twentyfour',
    additions:
      'male female males females hen cock drake stag doe buck cub pup juvenile juv immature imm adult young chick chicks fledgling nestling tadpole nest egg eggs larva larvae caterpillar caterpillars pupa chrysalis dead roadkill feather tracks seedling sapling tree trees bush shrub plant flower flowers leaf leaves bird birds butterfly moth fish mushroom fungus toadstool insect bug beetle spider snail animal poo dung droppings scat sett den burrow hole track print footprint footprints skull bone bones song call',
    fillers:
      'in on at by near with under over of from to and or my our your his her its this that some several many few lots couple pair pairs flock group herd swarm load bunch sitting standing flying eating singing sleeping seen heard baby wild possible possibly probably maybe unknown garden park wood woods forest pond river stream lake sea beach field meadow farm house home roof wall road street lawn hedge sky window feeder box yard shed town',
    abbreviations:
      'gt=great grt=great lsr=lesser ltl=little blk=black wht=white cmn=common yel=yellow grn=green brn=brown nthn=northern sthn=southern',
  }),
  nl: grammar({
    hasCompounds: true,
    shortHeads: 'mus uil vis bij vos aap mug tor rat hop kat ree mos den eik wolf gors rob aal kop',
    endings:
      'mannetjes= mannetje= vrouwtjes= vrouwtje= zen=s% ven=f% eren= en=% s= etjes=% etje=% tjes= tje= pjes= pje= kjes=g kje=g jes= je=',
    irregular: 'eieren=ei kalveren=kalf lammeren=lam hoenderen=hoen runderen=rund kinderen=kind',
    articles: 'de het een n t',
    ranks: 'familie geslacht soort orde genus',
    numbers:
      'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig eenentwintig tweeentwintig drieentwintig vierentwintig',
    additions:
      'man mannetje mannetjes vrouw vrouwtje vrouwtjes jong jonge juveniel volwassen adult kuiken kuikens pul pullen kikkervisje nest ei eieren rups rupsen larve pop dood dode veer sporen zaailing boom bomen struik plant bloem bloemen blad vogel vogels vlinder mot vis paddenstoel insect kever spin slak dier keutel keutels uitwerpselen burcht hol pootafdruk pootafdrukken schedel bot botten zang roep',
    fillers:
      'in op bij naar met onder boven van uit en of aan langs tussen mijn onze jouw zijn haar dit dat deze die wat enkele paar veel groep groepje zwerm koppel stel zittend vliegend gezien gehoord mogelijk misschien waarschijnlijk onbekende tuin park bos vijver rivier sloot meer zee strand veld weide weiland boerderij huis dak muur weg straat gazon heg raam voederhuisje nestkast balkon stad dorp',
    abbreviations: 'grt=grote kln=kleine zw=zwarte gew=gewone',
  }),
  de: grammar({
    hasCompounds: true,
    shortHeads: 'hai aal uhu reh bar moos ara',
    endings: 'mannchen= weibchen= jungvogel= kuken= nnen=n sse=s en=,e n= er=,e e= s= es= chen=,e,en lein=,e,el',
    irregular: 'hahnchen=hahn kuken=huhn haschen=hase',
    articles: 'der die das den dem des ein eine einen',
    ranks: 'familie gattung art ordnung',
    numbers:
      'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig',
    additions:
      'mannchen weibchen hahn henne jung junger junges junge jungvogel jungtier juvenil adult altvogel kuken kaulquappe nest gelege ei eier raupe raupen larve puppe tot toter tote totes feder spuren keimling baum baume strauch busch pflanze blume blute bluten blatt vogel schmetterling falter fisch pilz insekt kafer spinne schnecke tier kot losung bau spur fahrte trittsiegel schadel knochen gesang ruf',
    fillers:
      'in im am an auf bei beim mit unter uber von vom aus und oder mein meine meinem meinen meiner unser unsere unserem unserer dieser diese dieses einem einer paar einige mehrere viele gruppe schwarm gesehen gehort moglicherweise vielleicht wahrscheinlich unbekannt garten park wald teich fluss bach see meer strand feld wiese hof haus dach mauer weg strasse rasen hecke fenster futterhaus nistkasten balkon stadt dorf',
    abbreviations: 'grs=grosser kln=kleiner gew=gewohnlicher',
    spellsUmlauts: true,
  }),
  fr: grammar({
    isHeadFirst: true,
    endings: 'aux=al s= x= ettes=,e ette=,e',
    irregular: 'chevaux=cheval animaux=animal oiseaux=oiseau oisillon=oiseau oisillons=oiseau',
    articles: 'le la les un une des du',
    ranks: 'famille genre espece ordre',
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    additions:
      'male femelle males femelles jeune jeunes juvenile immature adulte poussin poussins tetard nid oeuf oeufs chenille chenilles larve chrysalide mort morte plume traces plantule arbre arbres arbuste buisson plante fleur fleurs feuille oiseau oiseaux papillon poisson champignon insecte coleoptere araignee escargot animal crotte crottes terrier trace empreinte empreintes crane os chant cri',
    fillers:
      'dans sur sous chez avec pres de des du au aux a en et ou mon ma mes notre nos ce cet cette ces quelques plusieurs beaucoup couple groupe paire vu vue vus entendu pose probable inconnu jardin parc bois foret etang mare riviere lac mer plage champ pre prairie ferme maison toit mur route rue pelouse haie fenetre mangeoire nichoir balcon ville village',
    abbreviations: 'gd=grand gde=grande gds=grands gdes=grandes grd=grand pt=petit pte=petite ptt=petit',
  }),
  es: grammar({
    isHeadFirst: true,
    endings: 'ces=z es=,e s= itos=o itas=a ito=o,a,e ita=a,o illos=o illas=a illo=o illa=a citos= citas= cito= cita=',
    articles: 'el la los las un una unos unas',
    ranks: 'familia genero especie orden',
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis',
    additions:
      'macho hembra machos hembras joven jovenes juvenil inmaduro adulto adulta cria crias pollo pollos renacuajo nido huevo huevos oruga orugas larva crisalida muerto muerta pluma huellas plantula arbol arboles arbusto mata planta flor flores hoja ave aves pajaro pajaros mariposa polilla pez seta hongo insecto escarabajo arana caracol animal excremento excrementos madriguera huella craneo hueso canto',
    fillers:
      'en sobre bajo con cerca de del al y o mi mis nuestro nuestra su este esta varios varias muchos muchas algunos algunas pareja grupo bandada par visto vista vistos oido posible jardin parque bosque estanque charca rio lago mar playa campo prado granja casa tejado muro camino carretera calle cesped seto ventana comedero balcon ciudad pueblo',
    abbreviations: 'gde=grande gr=grande peq=pequeno cmn=comun',
  }),
  it: grammar({
    isHeadFirst: true,
    endings: 'chi=co ghi=go che=ca ghe=ga cie=cia gie=gia i=o,e,io e=a ini=o,e,a ino=o,e ine=a,e ina=a,e etti=o,a etto=o etta=a',
    irregular: 'uova=uovo buoi=bue',
    articles: 'il lo la i gli le un uno una',
    ranks: 'famiglia genere specie ordine',
    numbers: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici',
    additions:
      'maschio femmina maschi femmine giovane giovani juvenile immaturo adulto adulta pulcino pulcini girino nido uovo uova bruco bruchi larva crisalide morto morta piuma tracce plantula albero alberi arbusto cespuglio pianta fiore fiori foglia uccello uccelli farfalla falena pesce fungo insetto coleottero ragno lumaca chiocciola animale escrementi tana impronta impronte cranio osso canto',
    fillers:
      'in nel nello nella nei nelle sul sulla su sotto con vicino di del della dei delle al alla e o mio mia miei nostro nostra questo questa alcuni alcune molti molte coppia gruppo stormo paio visto vista visti sentito forse giardino parco bosco foresta stagno fiume lago mare spiaggia campo prato fattoria casa tetto muro strada via siepe finestra mangiatoia balcone citta paese',
    abbreviations: 'gde=grande picc=piccolo com=comune',
  }),
  pt: grammar({
    isHeadFirst: true,
    endings: 'oes=ao aes=ao ais=al eis=el ois=ol is=il,i ns=m res=r zes=z ses=s s= inhos=o inhas=a inho=o,a inha=a,o zinho= zinha=',
    articles: 'o a os as um uma uns umas',
    ranks: 'familia genero especie ordem',
    numbers: 'um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis',
    additions:
      'macho femea machos femeas jovem juvenil imaturo adulto adulta cria crias filhote pinto girino ninho ovo ovos lagarta lagartas larva crisalida morto morta pena rastos plantula arvore arvores arbusto planta flor flores folha ave aves passaro passaros borboleta mariposa traca peixe cogumelo inseto insecto escaravelho besouro aranha caracol animal fezes toca pegada pegadas cranio osso canto',
    fillers:
      'em no na nos nas sobre sob com perto de do da dos das ao e ou meu minha meus nosso nossa este esta duas varios varias muitos muitas alguns algumas casal grupo bando par visto vista vistos ouvido talvez jardim parque bosque floresta mata lagoa charco rio lago mar praia campo prado quinta quintal casa telhado muro estrada rua relva sebe janela comedouro varanda cidade aldeia',
    abbreviations: 'gde=grande gr=grande peq=pequeno',
  }),
  pl: grammar({
    isHeadFirst: true,
    endings:
      'owie= ki=k,ka,a gi=g,ga y=,a i=,a,ia e=,a,y ow= om= ami=a,y em= eczka=ka eczki=ka ka=a,ia enka=na,nia,a enki=na,nia,a ek=,ka,a ik= szek=ch,k szki=ch,k uszek=uch aszek=ak,ach aszki=ak,ach a= la=el,l ia=,ien ego=y,i ej=a iej=a',
    irregular:
      'psa=pies orla=orzel lwa=lew psy=pies lwy=lew orly=orzel sowy=sowa golebie=golab jastrzebie=jastrzab zurawie=zuraw labedzie=labedz jeze=jez weze=waz ptaki=ptak wrobelki=wrobel wrobelek=wrobel kaczuszka=kaczka deby=dab',
    ranks: 'rodzina rodzaj gatunek rzad',
    numbers: 'jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec',
    additions:
      'samiec samica samce samice mlody mloda mlode mlodociany dorosly dorosla dorosle piskle kijanka gniazdo jajo jaja jajko gasienica gasienice larwa poczwarka martwy martwa martwe pioro slady siewka drzewo drzewa krzew krzak roslina kwiat kwiaty lisc liscie ptak ptaki motyl cma ryba grzyb owad chrzaszcz pajak slimak zwierze odchody nora trop tropy czaszka kosc spiew',
    fillers:
      'w we na pod nad przy z ze od do u i lub moj moja moje moim mojej naszym ten ta to te dwie para kilka wiele stado grupa widziany slyszany moze chyba ogrod ogrodzie ogrodu park parku las lesie lasu staw stawie rzeka rzece jezioro jeziorze morze morzu plaza plazy pole polu laka lace dom domu dach dachu drzewie mur murze droga drodze ulica ulicy trawnik trawniku okno oknie karmnik karmniku balkon balkonie miasto miescie',
    abbreviations: 'zw=zwyczajny pos=pospolity wlk=wielki',
  }),
  af: grammar({
    hasCompounds: true,
    shortHeads: 'uil vis kat rot aap bok mol',
    endings: 'mannetjies= mannetjie= wyfies= wyfie= we=f,w e=% s= es= tjies= tjie= etjies= etjie= jies= jie= ies=ie,',
    irregular: 'wolwe=wolf skape=skaap',
    articles: 'die n',
    ranks: 'familie genus spesie orde',
    numbers: 'een twee drie vier vyf ses sewe agt nege tien elf twaalf dertien veertien',
    additions:
      'mannetjie mannetjies wyfie wyfies jong jongetjie volwasse kuiken kuikens paddavis nes eier eiers ruspe larwe papie dood dooie veer spore saailing boom bome struik bos plant blom blomme blaar voel voels skoenlapper mot vis sampioen insek kewer spinnekop slak dier mis gat spoor skedel been sang roep',
    fillers:
      'in op by naby met onder bo van uit en of my ons jou sy haar hierdie daardie paar klomp groep swerm trop baie gesien gehoor dalk moontlik tuin park dam rivier meer see strand veld plaas huis dak muur pad straat gras heining venster stad dorp',
    abbreviations: 'grt=groot kln=klein gew=gewone',
  }),
};

/** The rules of a language; those that fit any language for one without rules. */
export function findGrammar(language: string): Grammar {
  return GRAMMARS[language] ?? GRAMMAR_OF_ANY;
}

/** Minimum letters before an ending, and of a form. */
const MIN_STEM = 2;
const MIN_FORM = 3;
const LONG_ENDING = 4;
/** More forms of a word are not tried. */
const MAX_FORMS = 8;

const ENDS_IN_DOUBLE = /([bcdfghjklmnpqrstvwxz])\1$/;
const SHORT_SYLLABLE = /(?<![aeou])([aeou])([bcdfghjklmnpqrstvwxz])$/;

/** The other forms of a word that may be meant by it: the singular of a plural, the word of a diminutive. The likeliest first. */
export function baseForms(word: string, { endings: rules, irregular }: Grammar): string[] {
  const own = rules.get(word.at(-1) ?? '');
  const known = irregular.get(word);
  if (own === undefined && known === undefined) return [];
  const found = new Set<string>();
  if (known !== undefined) found.add(known);
  for (const { ending, replacements } of own ?? []) {
    if (!word.endsWith(ending) || word.length - ending.length < MIN_STEM) continue;
    const stem = word.slice(0, -ending.length);
    // Long endings are cut off whole words: Ei-chen is no diminutive.
    if (ending.length >= LONG_ENDING && stem.length < MIN_FORM) continue;
    for (const replacement of replacements) addForms(stem, replacement, found);
  }
  found.delete(word);
  return [...found].filter((form) => form.length >= MIN_FORM).slice(0, MAX_FORMS);
}

function addForms(stem: string, replacement: string, found: Set<string>): void {
  const plain = stem + replacement.replace('%', '');
  if (replacement.endsWith('%')) {
    if (ENDS_IN_DOUBLE.test(plain)) found.add(plain.slice(0, -1));
    if (SHORT_SYLLABLE.test(plain)) found.add(plain.replace(SHORT_SYLLABLE, '$1$1$2'));
  }
  found.add(plain);
}

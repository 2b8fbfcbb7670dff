/**
 * What the search knows about languages: which forms of a word mean the same, where a name has its head, and words that say nothing
 * about a name. Everything is folded, as in `fold.ts`. Plain data: people who know a language can correct it.
 */
export interface Grammar {
  /** The head comes first (mésange bleue), not last (blue tit). */
  isHeadFirst: boolean;
  /** Words end with their head (Kohlmeise). */
  hasCompounds: boolean;
  /** Heads of compounds that are too short to be told from other endings. */
  shortHeads: readonly string[];
  /** Endings of plurals and diminutives, and what may replace them; `%`: the stem may lose a double consonant or gain a double vowel. */
  endings: readonly (readonly [ending: string, ...replacements: string[]])[];
  /** Irregular forms. */
  irregular: Readonly<Record<string, string>>;
  articles: readonly string[];
  /** Words for ranks. */
  ranks: readonly string[];
  /** Numbers from 1. */
  numbers: readonly string[];
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const forms = (text: string): Record<string, string> => Object.fromEntries(words(text).map((pair) => pair.split('=') as [string, string]));
/** `ies=y,ie s=` as a list: each ending with its replacements, of which the first may be nothing. */
const endings = (text: string): [string, ...string[]][] =>
  words(text).map((rule) => {
    const [ending = '', replacements = ''] = rule.split('=');
    return [ending, ...replacements.split(',')];
  });

interface Spelled {
  isHeadFirst?: boolean;
  shortHeads?: string;
  hasCompounds?: boolean;
  endings?: string;
  irregular?: string;
  articles?: string;
  ranks?: string;
  numbers?: string;
}

function grammar(spelled: Spelled): Grammar {
  return {
    isHeadFirst: spelled.isHeadFirst ?? false,
    hasCompounds: spelled.hasCompounds ?? false,
    shortHeads: words(spelled.shortHeads ?? ''),
    // The longest first: it says most.
    endings: endings(spelled.endings ?? '').toSorted((a, b) => b[0].length - a[0].length),
    irregular: forms(spelled.irregular ?? ''),
    articles: words(spelled.articles ?? ''),
    ranks: words(spelled.ranks ?? ''),
    numbers: words(spelled.numbers ?? ''),
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
  }),
  nl: grammar({
    hasCompounds: true,
    shortHeads: 'mus uil vis bij vos aap mug tor rat hop kat ree mos den eik wolf gors rob aal kop',
    endings: 'zen=s% ven=f% eren= en=% s= etjes=% etje=% tjes= tje= pjes= pje= kjes=g kje=g jes= je=',
    irregular: 'eieren=ei kalveren=kalf lammeren=lam hoenderen=hoen runderen=rund kinderen=kind',
    articles: 'de het een',
    ranks: 'familie geslacht soort orde genus',
    numbers:
      'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig eenentwintig tweeentwintig drieentwintig vierentwintig',
  }),
  de: grammar({
    hasCompounds: true,
    shortHeads: 'hai aal uhu reh bar moos ara',
    endings: 'nnen=n sse=s en=,e n= er=,e e= s= es= chen=,e,en lein=,e,el',
    irregular: 'hahnchen=hahn kuken=huhn haschen=hase',
    articles: 'der die das den dem des ein eine einen',
    ranks: 'familie gattung art ordnung',
    numbers:
      'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig',
  }),
  fr: grammar({
    isHeadFirst: true,
    endings: 'aux=al s= x= ettes=,e ette=,e',
    irregular: 'chevaux=cheval animaux=animal oiseaux=oiseau oisillon=oiseau oisillons=oiseau',
    articles: 'le la les un une des du',
    ranks: 'famille genre espece ordre',
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
  }),
  es: grammar({
    isHeadFirst: true,
    endings: 'ces=z es=,e s= itos=o itas=a ito=o,a,e ita=a,o illos=o illas=a illo=o illa=a citos= citas= cito= cita=',
    articles: 'el la los las un una unos unas',
    ranks: 'familia genero especie orden',
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis',
  }),
  it: grammar({
    isHeadFirst: true,
    endings: 'chi=co ghi=go che=ca ghe=ga cie=cia gie=gia i=o,e,io e=a ini=o,e,a ino=o,e ine=a,e ina=a,e etti=o,a etto=o etta=a',
    irregular: 'uova=uovo buoi=bue',
    articles: 'il lo la i gli le un uno una',
    ranks: 'famiglia genere specie ordine',
    numbers: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici',
  }),
  pt: grammar({
    isHeadFirst: true,
    endings: 'oes=ao aes=ao ais=al eis=el ois=ol is=il,i ns=m res=r zes=z ses=s s= inhos=o inhas=a inho=o,a inha=a,o zinho= zinha=',
    articles: 'o a os as um uma uns umas',
    ranks: 'familia genero especie ordem',
    numbers: 'um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis',
  }),
  pl: grammar({
    isHeadFirst: true,
    endings: 'owie= ki=k,ka gi=g,ga y=,a i=,a,ia e=,a ow= eczka=ka eczki=ka ka=a,ia ki=a ek= ik= aszek=ak aszki=ak',
    irregular:
      'psy=pies lwy=lew orly=orzel sowy=sowa golebie=golab jastrzebie=jastrzab zurawie=zuraw labedzie=labedz jeze=jez weze=waz ptaki=ptak wrobelki=wrobel wrobelek=wrobel kaczuszka=kaczka deby=dab',
    ranks: 'rodzina rodzaj gatunek rzad',
    numbers: 'jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec',
  }),
  af: grammar({
    hasCompounds: true,
    shortHeads: 'uil vis kat rot aap bok mol',
    endings: 'we=f,w e=% s= es= tjies= tjie= etjies= etjie= jies= jie= ies=ie,',
    irregular: 'wolwe=wolf skape=skaap',
    articles: 'die',
    ranks: 'familie genus spesie orde',
    numbers: 'een twee drie vier vyf ses sewe agt nege tien elf twaalf dertien veertien',
  }),
};

/** The rules of a language; those that fit any language for one without rules. */
export function grammarOf(language: string): Grammar {
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
  const found = new Set<string>();
  const known = irregular[word];
  if (known !== undefined) found.add(known);
  for (const [ending, ...replacements] of rules) {
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

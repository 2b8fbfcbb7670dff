/**
 * The words around the numbers of a count, in the nine languages of the app. A person writes in any of them, whatever the app speaks, so
 * no word may mean two things. Lower case, without accents; a dot after an abbreviation is left out.
 */
export const COUNT_WORDS = {
  /** Before a number: about this many. */
  about: [
    ['about', 'around', 'approx', 'approximately', 'roughly', 'some', 'c', 'ca', 'circa'],
    ['etwa', 'ungefahr', 'zirka', 'rund', 'gegen', 'an die'],
    ['ongeveer', 'zo n', 'rond', 'rond de', 'omstreeks', 'plusminus', 'plm'],
    ['environ', 'env', 'vers', 'a peu pres'],
    ['aproximadamente', 'aprox', 'alrededor de', 'unos', 'unas', 'cerca de'],
    ['circa', 'all incirca', 'allincirca', 'pressappoco'],
    ['aproximadamente', 'por volta de', 'uns', 'umas', 'cerca de'],
    ['okolo', 'ok', 'mniej wiecej', 'w przyblizeniu'],
    ['omtrent', 'sowat', 'ongeveer'],
  ],
  /** After a number: about this many. */
  aboutAfter: [['approx', 'approximately', 'ca', 'circa', 'ongeveer', 'environ', 'env', 'aprox', 'aproximadamente']],
  /** Before a number: this many or more. */
  atLeast: [
    ['at least', 'minimum', 'minimum of', 'a minimum of', 'min', 'more than', 'over'],
    ['mindestens', 'mind', 'minimal', 'wenigstens', 'mehr als', 'uber'],
    ['minstens', 'tenminste', 'ten minste', 'meer dan', 'ruim'],
    ['au moins', 'au minimum', 'minimum', 'plus de'],
    ['al menos', 'por lo menos', 'como minimo', 'minimo', 'un minimo de', 'mas de'],
    ['almeno', 'come minimo', 'un minimo di', 'piu di', 'oltre'],
    ['pelo menos', 'no minimo', 'ao menos', 'mais de'],
    ['co najmniej', 'przynajmniej', 'minimum', 'ponad', 'powyzej', 'wiecej niz'],
    ['minstens', 'ten minste', 'meer as'],
  ],
  /** After a number: this many or more. */
  orMore: [
    ['or more', 'and more', 'plus', 'or over'],
    ['oder mehr', 'und mehr'],
    ['of meer', 'en meer'],
    ['ou plus', 'et plus'],
    ['o mas', 'y mas'],
    ['o piu', 'e piu'],
    ['ou mais', 'e mais'],
    ['lub wiecej', 'i wiecej'],
    ['of meer', 'en meer'],
  ],
  /** Before a number: this many or fewer, for which a record has no form. */
  atMost: [
    ['at most', 'up to', 'max', 'maximum', 'maximum of', 'a maximum of', 'less than', 'fewer than', 'under', 'below'],
    ['hochstens', 'maximal', 'bis zu', 'bis', 'weniger als', 'unter'],
    ['hoogstens', 'hooguit', 'maximaal', 'tot', 'minder dan'],
    ['au plus', 'au maximum', 'tout au plus', 'jusqu a', 'jusqua', 'moins de'],
    ['como maximo', 'maximo', 'un maximo de', 'hasta', 'menos de'],
    ['al massimo', 'massimo', 'un massimo di', 'fino a', 'meno di'],
    ['no maximo', 'ate', 'menos de'],
    ['co najwyzej', 'najwyzej', 'maksymalnie', 'maks', 'do', 'mniej niz', 'ponizej'],
    ['hoogstens', 'hoogste', 'tot', 'minder as'],
  ],
  /** Before the first of two numbers, and between them. */
  fromTo: [
    ['', 'from', 'von', 'van', 'de', 'da', 'od'],
    ['to', 'bis', 'tot', 'a', 'ate', 'do'],
  ],
  betweenAnd: [
    ['between', 'zwischen', 'tussen', 'entre', 'tra', 'fra', 'miedzy'],
    ['and', 'und', 'en', 'et', 'y', 'e', 'a', 'i'],
  ],
  /** After a number: what is counted. */
  individuals: [
    ['individual', 'individuals', 'ind', 'inds', 'indiv', 'specimen', 'specimens'],
    ['individuum', 'individuen', 'exemplar', 'exemplare', 'ex', 'expl'],
    ['exemplaar', 'exemplaren', 'ex', 'individu', 'individuen'],
    ['individu', 'individus', 'd individus', 'exemplaire', 'exemplaires'],
    ['individuo', 'individuos', 'de individuos', 'ejemplar', 'ejemplares'],
    ['individuo', 'individui', 'di individui', 'esemplare', 'esemplari'],
    ['individuo', 'individuos', 'de individuos', 'exemplar', 'exemplares'],
    ['osobnik', 'osobniki', 'osobnikow', 'osobnika', 'os'],
    ['individu', 'individue', 'eksemplaar', 'eksemplare'],
  ],
  /** Instead of a number: looked for and not found, a count of 0. */
  notFound: [
    ['not found'],
    ['nicht gefunden'],
    ['niet gevonden'],
    ['non trouvee'],
    ['no encontrada'],
    ['non trovata'],
    ['nao encontrada'],
    ['nie znaleziono'],
    ['nie gevind nie'],
  ],
} as const;

/** Signs with the meaning of a word. A strict `>` states the same number as `+`: more is true of both. */
export const COUNT_SIGNS = {
  about: ['~', '∼', '≈', '±', '+/-', '+-'],
  atLeast: ['>=', '≥', '=>', '>'],
  orMore: ['+'],
  atMost: ['<=', '≤', '=<', '<'],
} as const;

import type { Ground } from './places.ts';

/** Where and when a species of the demo is recorded. */
export interface DemoSpecies {
  scientificName: string;
  /** How often it is recorded, compared with the others. */
  weight: number;
  grounds: readonly Ground[];
  /** Months by region; null where it does not occur. Records are made only where the taxonomy lists it, too. */
  months: Readonly<Record<Region, ReadonlySet<number> | null>>;
}

/** The Netherlands, Belgium, Germany and Poland; France, Spain, Italy and Portugal; South Africa. */
export type Region = 'north' | 'south' | 'africa';

export function findRegion(country: string): Region {
  if (country === 'ZA') return 'africa';
  return ['NL', 'BE', 'DE', 'PL'].includes(country) ? 'north' : 'south';
}

const GROUNDS: Record<string, Ground> = { w: 'wood', o: 'open', f: 'wet', c: 'coast', t: 'town' };

/**
 * Scientific name, weight, grounds (w wood, o open, f fresh water and fen, c coast, t town), then the months in the north, the south
 * and South Africa, from the first to the last, over the turn of the year where the first is later; `-` where it is not recorded.
 * For insects, months of adults; for plants, of flowers; for fungi, of fruit bodies.
 */
const TABLE = `
Cygnus olor | 4 | ft | 1-12 | 1-12 | -
Anser anser | 5 | foc | 1-12 | 10-3 | -
Branta leucopsis | 3 | oc | 10-4 | - | -
Branta canadensis | 3 | ft | 1-12 | - | -
Alopochen aegyptiaca | 4 | fto | 1-12 | - | 1-12
Tadorna tadorna | 2 | c | 1-12 | 1-12 | -
Mareca penelope | 3 | fc | 9-4 | 10-3 | -
Mareca strepera | 2 | f | 1-12 | 1-12 | -
Anas crecca | 2 | f | 1-12 | 9-3 | -
Anas platyrhynchos | 7 | ft | 1-12 | 1-12 | -
Spatula clypeata | 2 | f | 1-12 | 9-4 | -
Aythya fuligula | 3 | ft | 1-12 | 10-3 | -
Phasianus colchicus | 2 | o | 1-12 | 1-12 | -
Podiceps cristatus | 3 | f | 1-12 | 1-12 | -
Columba palumbus | 5 | wto | 1-12 | 1-12 | -
Streptopelia decaocto | 3 | t | 1-12 | 1-12 | -
Cuculus canorus | 2 | fow | 4-7 | 4-7 | -
Apus apus | 4 | t | 5-8 | 4-8 | -
Gallinula chloropus | 3 | ft | 1-12 | 1-12 | 1-12
Fulica atra | 5 | ft | 1-12 | 1-12 | -
Haematopus ostralegus | 3 | co | 1-12 | 9-3 | -
Recurvirostra avosetta | 2 | c | 3-10 | 1-12 | 1-12
Vanellus vanellus | 3 | of | 1-12 | 10-3 | -
Numenius arquata | 2 | c | 1-12 | 8-4 | -
Limosa limosa | 2 | o | 3-8 | 8-2 | -
Arenaria interpres | 2 | c | 8-5 | 8-5 | 9-4
Calidris alba | 2 | c | 8-5 | 8-5 | 9-4
Chroicocephalus ridibundus | 4 | fct | 1-12 | 8-4 | -
Larus argentatus | 4 | ct | 1-12 | - | -
Larus fuscus | 3 | c | 3-10 | 9-4 | -
Sterna hirundo | 2 | cf | 4-9 | 4-9 | 10-4
Ciconia ciconia | 2 | o | 3-8 | 2-9 | 11-2
Phalacrocorax carbo | 4 | fc | 1-12 | 9-4 | 1-12
Platalea leucorodia | 2 | f | 3-9 | 1-12 | -
Ardea cinerea | 5 | fto | 1-12 | 1-12 | 1-12
Ardea alba | 3 | fo | 1-12 | 1-12 | 1-12
Egretta garzetta | 2 | fc | 1-12 | 1-12 | 1-12
Buteo buteo | 5 | wo | 1-12 | 1-12 | 10-3
Circus aeruginosus | 2 | f | 3-10 | 1-12 | -
Accipiter nisus | 2 | wt | 1-12 | 1-12 | -
Falco tinnunculus | 4 | o | 1-12 | 1-12 | -
Alcedo atthis | 3 | f | 1-12 | 1-12 | -
Dendrocopos major | 4 | wt | 1-12 | 1-12 | -
Picus viridis | 2 | wo | 1-12 | - | -
Garrulus glandarius | 4 | wt | 1-12 | 1-12 | -
Pica pica | 4 | to | 1-12 | 1-12 | -
Coloeus monedula | 4 | to | 1-12 | 1-12 | -
Corvus corone | 4 | two | 1-12 | 1-12 | -
Cyanistes caeruleus | 5 | wt | 1-12 | 1-12 | -
Parus major | 6 | wt | 1-12 | 1-12 | -
Alauda arvensis | 2 | o | 2-10 | 1-12 | -
Hirundo rustica | 6 | oft | 4-9 | 3-9 | 10-4
Delichon urbicum | 3 | t | 4-9 | 3-9 | -
Riparia riparia | 2 | f | 4-8 | 3-8 | -
Phylloscopus collybita | 4 | wtf | 3-10 | 1-12 | -
Phylloscopus trochilus | 3 | wf | 4-9 | 4-9 | 11-3
Acrocephalus scirpaceus | 3 | f | 4-9 | 4-9 | -
Sylvia atricapilla | 4 | wt | 4-9 | 1-12 | -
Curruca communis | 2 | o | 4-9 | 4-9 | -
Regulus regulus | 2 | w | 1-12 | 10-3 | -
Troglodytes troglodytes | 4 | wt | 1-12 | 1-12 | -
Sitta europaea | 3 | w | 1-12 | 1-12 | -
Sturnus vulgaris | 4 | to | 1-12 | 10-3 | 1-12
Turdus merula | 6 | wt | 1-12 | 1-12 | -
Turdus pilaris | 3 | o | 10-3 | 11-2 | -
Turdus iliacus | 3 | wo | 10-3 | 11-2 | -
Turdus philomelos | 3 | w | 2-11 | 10-3 | -
Erithacus rubecula | 6 | wt | 1-12 | 1-12 | -
Luscinia megarhynchos | 1 | w | 4-7 | 4-7 | -
Phoenicurus phoenicurus | 2 | w | 4-9 | 4-9 | -
Phoenicurus ochruros | 2 | t | 3-10 | 1-12 | -
Saxicola rubicola | 2 | o | 3-10 | 1-12 | -
Ficedula hypoleuca | 2 | w | 4-7 | 4-9 | -
Passer domesticus | 5 | t | 1-12 | 1-12 | 1-12
Prunella modularis | 3 | t | 1-12 | 10-3 | -
Motacilla alba | 4 | ot | 3-10 | 1-12 | -
Motacilla flava | 2 | o | 4-8 | 4-8 | -
Fringilla coelebs | 5 | wt | 1-12 | 1-12 | -
Fringilla montifringilla | 2 | w | 10-3 | 11-2 | -
Chloris chloris | 3 | t | 1-12 | 1-12 | -
Carduelis carduelis | 4 | to | 1-12 | 1-12 | -
Emberiza schoeniclus | 2 | f | 1-12 | 11-2 | -
Oriolus oriolus | 1 | w | 5-7 | 5-7 | -
Merops apiaster | 2 | o | - | 4-8 | 10-3
Upupa epops | 2 | o | - | 3-8 | -
Capreolus capreolus | 4 | wo | 1-12 | 1-12 | -
Lepus europaeus | 3 | o | 1-12 | 1-12 | -
Oryctolagus cuniculus | 3 | co | 1-12 | 1-12 | -
Sciurus vulgaris | 4 | wt | 1-12 | 1-12 | -
Erinaceus europaeus | 3 | t | 4-10 | 3-11 | -
Vulpes vulpes | 3 | wo | 1-12 | 1-12 | -
Talpa europaea | 2 | o | 1-12 | 1-12 | -
Phoca vitulina | 2 | c | 1-12 | - | -
Pipistrellus pipistrellus | 2 | t | 4-10 | 3-11 | -
Bufo bufo | 4 | wf | 3-9 | 2-5 | -
Rana temporaria | 3 | fw | 2-9 | 3-6 | -
Pelophylax esculentus | 3 | f | 4-9 | 4-9 | -
Lissotriton vulgaris | 1 | f | 3-7 | 3-6 | -
Zootoca vivipara | 2 | o | 3-9 | 4-9 | -
Anguis fragilis | 2 | w | 4-9 | 3-10 | -
Natrix helvetica | 1 | f | 4-9 | 3-10 | -
Aglais io | 5 | wto | 3-9 | 3-9 | -
Aglais urticae | 4 | ot | 3-9 | 3-9 | -
Anthocharis cardamines | 3 | wf | 4-6 | 3-5 | -
Gonepteryx rhamni | 4 | w | 3-9 | 3-9 | -
Araschnia levana | 3 | w | 4-8 | 5-8 | -
Celastrina argiolus | 3 | t | 4-8 | 3-9 | -
Coenonympha pamphilus | 2 | o | 5-9 | 4-9 | -
Lycaena phlaeas | 3 | o | 5-10 | 4-10 | -
Maniola jurtina | 4 | o | 6-8 | 5-8 | -
Pararge aegeria | 4 | w | 4-9 | 3-10 | -
Pieris rapae | 4 | to | 4-9 | 3-10 | -
Pieris napi | 4 | wf | 4-9 | 3-9 | -
Polyommatus icarus | 3 | o | 5-9 | 4-9 | -
Pyronia tithonus | 2 | o | 7-8 | 6-8 | -
Vanessa atalanta | 5 | wto | 5-10 | 1-12 | -
Vanessa cardui | 2 | o | 5-9 | 3-10 | 1-12
Papilio machaon | 1 | o | 5-8 | 3-9 | -
Tyria jacobaeae | 2 | o | 5-7 | 5-7 | -
Macroglossum stellatarum | 2 | t | 6-9 | 4-10 | -
Aeshna cyanea | 2 | ft | 6-10 | 6-10 | -
Aeshna mixta | 3 | f | 8-10 | 7-10 | -
Anax imperator | 3 | f | 6-8 | 5-9 | 10-4
Calopteryx splendens | 3 | f | 5-8 | 5-8 | -
Coenagrion puella | 3 | f | 5-7 | 4-7 | -
Ischnura elegans | 4 | f | 5-9 | 4-9 | -
Libellula depressa | 2 | f | 5-7 | 4-7 | -
Orthetrum cancellatum | 3 | f | 6-8 | 5-8 | -
Pyrrhosoma nymphula | 2 | f | 4-7 | 4-7 | -
Sympetrum striolatum | 3 | f | 7-10 | 6-11 | -
Bombus terrestris | 4 | to | 3-9 | 2-9 | -
Bombus pascuorum | 4 | wt | 4-10 | 3-10 | -
Bombylius major | 3 | w | 3-5 | 3-5 | -
Coccinella septempunctata | 4 | ot | 3-10 | 3-10 | -
Episyrphus balteatus | 3 | wt | 4-10 | 3-11 | -
Rhagonycha fulva | 3 | o | 6-8 | 6-8 | -
Vespa crabro | 2 | w | 5-10 | 4-10 | -
Melolontha melolontha | 1 | w | 4-6 | 4-6 | -
Tettigonia viridissima | 2 | o | 7-9 | 6-8 | -
Xylocopa violacea | 1 | t | 4-8 | 3-9 | -
Araneus diadematus | 3 | tw | 8-10 | 8-11 | -
Argiope bruennichi | 2 | o | 7-9 | 7-10 | -
Cepaea nemoralis | 2 | ctw | 4-10 | 3-11 | -
Arion vulgaris | 2 | t | 4-10 | 4-10 | -
Mytilus edulis | 1 | c | 1-12 | 1-12 | -
Esox lucius | 1 | f | 4-10 | 4-10 | -
Gasterosteus aculeatus | 1 | f | 3-9 | 3-9 | -
Anemonoides nemorosa | 3 | w | 3-5 | 3-5 | -
Ficaria verna | 3 | wt | 2-5 | 2-4 | -
Galanthus nivalis | 2 | wt | 1-3 | 1-3 | -
Tussilago farfara | 2 | o | 2-4 | 2-4 | -
Caltha palustris | 2 | f | 3-5 | 3-6 | -
Cardamine pratensis | 2 | of | 4-6 | 4-6 | -
Bellis perennis | 2 | t | 2-11 | 1-12 | -
Alliaria petiolata | 2 | w | 4-6 | 3-6 | -
Ajuga reptans | 2 | w | 4-6 | 4-6 | -
Iris pseudacorus | 2 | f | 5-6 | 4-6 | -
Digitalis purpurea | 2 | w | 6-8 | 5-7 | -
Papaver rhoeas | 2 | o | 5-8 | 4-7 | -
Echium vulgare | 2 | co | 6-9 | 5-8 | -
Lythrum salicaria | 3 | f | 6-9 | 6-9 | -
Calluna vulgaris | 3 | o | 8-9 | 7-10 | -
Achillea millefolium | 2 | o | 6-10 | 6-10 | -
Jacobaea vulgaris | 2 | oc | 6-9 | 6-9 | -
Ophrys apifera | 1 | oc | 6-6 | 4-6 | -
Hedera helix | 2 | wt | 9-10 | 9-11 | -
Quercus robur | 2 | w | 1-12 | 1-12 | -
Fagus sylvatica | 2 | w | 1-12 | 1-12 | -
Betula pendula | 2 | wo | 1-12 | 1-12 | -
Pteridium aquilinum | 2 | w | 5-11 | 5-11 | 1-12
Polypodium vulgare | 1 | wc | 1-12 | 1-12 | -
Xanthoria parietina | 2 | tc | 1-12 | 1-12 | 1-12
Evernia prunastri | 1 | w | 1-12 | 1-12 | -
Polytrichum commune | 1 | w | 1-12 | 1-12 | -
Amanita muscaria | 3 | w | 8-11 | 9-12 | 4-6
Boletus edulis | 1 | w | 8-11 | 9-12 | -
Coprinus comatus | 2 | t | 9-11 | 10-12 | 4-6
Fomitopsis betulina | 2 | w | 1-12 | 1-12 | -
Laccaria amethystina | 2 | w | 8-11 | 9-12 | -
Phallus impudicus | 2 | w | 6-11 | 6-11 | -
Trametes versicolor | 2 | w | 1-12 | 1-12 | 1-12
Numida meleagris | 4 | o | - | - | 1-12
Pternistis capensis | 3 | ct | - | - | 1-12
Spilopelia senegalensis | 3 | t | - | - | 1-12
Vanellus coronatus | 3 | o | - | - | 1-12
Larus dominicanus | 3 | c | - | - | 1-12
Phalacrocorax capensis | 3 | c | - | - | 1-12
Haematopus moquini | 2 | c | - | - | 1-12
Bostrychia hagedash | 4 | tof | - | - | 1-12
Icthyophaga vocifer | 2 | f | - | - | 1-12
Ceryle rudis | 3 | f | - | - | 1-12
Lanius collaris | 3 | ot | - | - | 1-12
Zosterops virens | 3 | wt | - | - | 1-12
Promerops cafer | 2 | o | - | - | 1-12
Cinnyris chalybeus | 3 | wt | - | - | 1-12
Ploceus capensis | 3 | ft | - | - | 1-12
Motacilla capensis | 3 | ft | - | - | 1-12
Procavia capensis | 3 | c | - | - | 1-12
Aepyceros melampus | 2 | o | - | - | 1-12
Equus quagga | 2 | o | - | - | 1-12
Papio ursinus | 2 | cw | - | - | 1-12
Agama atra | 2 | co | - | - | 8-4
Chersina angulata | 2 | c | - | - | 8-4
Danaus chrysippus | 2 | ot | - | - | 9-5
Papilio demodocus | 2 | t | - | - | 9-5
Pantala flavescens | 2 | f | - | - | 11-4
Crocothemis erythraea | 2 | f | 6-8 | 5-9 | 9-4
Protea cynaroides | 2 | o | - | - | 1-12
Zantedeschia aethiopica | 3 | f | - | - | 7-11
Carpobrotus edulis | 2 | c | - | - | 8-10
Aloe ferox | 2 | o | - | - | 5-8
`;

/** The species of the demo. The same species can be listed once only. */
export const SPECIES: readonly DemoSpecies[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [scientificName = '', weight, grounds = '', north = '', south = '', africa = ''] = line.split(' | ');
    return {
      scientificName,
      weight: Number(weight),
      grounds: [...grounds].map((letter) => GROUNDS[letter]!),
      months: { north: monthsOf(north), south: monthsOf(south), africa: monthsOf(africa) },
    };
  });

function monthsOf(text: string): ReadonlySet<number> | null {
  if (text === '-') return null;
  const [first = NaN, last = NaN] = text.split('-').map(Number);
  const length = ((last - first + 12) % 12) + 1;
  return new Set(Array.from({ length }, (_, at) => ((first - 1 + at) % 12) + 1));
}

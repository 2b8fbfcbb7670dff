import { listKeys } from '@veld/contract';
import type { TaxonGroup } from '@veld/contract/vocabulary';
import { SILHOUETTES, type SilhouetteName } from './silhouettes';

/** Genera, families and higher taxa by the silhouette that shows them. Those that are not named have the one of their group. */
const NAMES: { readonly [S in SilhouetteName]?: string } = {
  // Birds
  swan: 'Cygnus Coscoroba',
  goose: 'Anser Branta Alopochen Chloephaga Anseranatidae',
  duck: 'Anatidae Anseriformes Fulica',
  grebe: 'Podicipedidae Podicipediformes Gaviidae Gaviiformes',
  cormorant: 'Phalacrocoracidae Anhingidae Sulidae Suliformes Pelecanidae Spheniscidae Fregatidae Alcidae',
  heron:
    'Ardeidae Ciconiidae Ciconiiformes Gruidae Gruiformes Threskiornithidae Phoenicopteridae Phoenicopteriformes Pelecaniformes Scopidae Balaenicipitidae',
  wader:
    'Scolopacidae Charadriidae Recurvirostridae Haematopodidae Burhinidae Glareolidae Jacanidae Rostratulidae Dromadidae Charadriiformes Otididae Otidiformes',
  tern: 'Sterna Thalasseus Chlidonias Sternula Hydroprogne Gelochelidon Onychoprion Anous Gygis Rynchops',
  gull: 'Laridae Stercorariidae Procellariidae Hydrobatidae Oceanitidae Diomedeidae Procellariiformes',
  raptor: 'Accipitridae Accipitriformes Falconidae Falconiformes Pandionidae Cathartidae Cathartiformes Sagittariidae',
  owl: 'Strigidae Tytonidae Strigiformes Caprimulgidae Caprimulgiformes',
  woodpecker: 'Picidae Piciformes Indicatoridae Lybiidae Ramphastidae Certhiidae Sittidae',
  swallow: 'Hirundinidae Apodidae Apodiformes',
  pigeon: 'Columbidae Columbiformes Pteroclidae Pterocliformes Cuculidae Cuculiformes',
  gamebird: 'Phasianidae Odontophoridae Numididae Cracidae Megapodiidae Galliformes Rallidae',
  crow: 'Corvidae',
  songbird: 'Passeriformes Aves',
  // Mammals
  bat: 'Chiroptera Vespertilionidae Rhinolophidae Pteropodidae Molossidae Miniopteridae Phyllostomidae Hipposideridae Emballonuridae Nycteridae',
  deer: 'Artiodactyla Cervidae Bovidae Giraffidae Antilocapridae Tragulidae Camelidae Suidae Equidae Perissodactyla',
  carnivore: 'Carnivora Canidae Felidae Mustelidae Ursidae Procyonidae Herpestidae Viverridae Hyaenidae Mephitidae Mammalia',
  whale:
    'Cetacea Delphinidae Phocoenidae Balaenopteridae Balaenidae Physeteridae Ziphiidae Monodontidae Phocidae Otariidae Odobenidae Trichechidae',
  hare: 'Leporidae Lagomorpha Ochotonidae Macropodidae',
  rodent:
    'Rodentia Muridae Cricetidae Sciuridae Gliridae Castoridae Myocastoridae Echimyidae Hystricidae Bathyergidae Eulipotyphla Soricidae Talpidae Erinaceidae Procaviidae Didelphidae',
  // Amphibians, reptiles, fish
  newt: 'Caudata Urodela Salamandridae Ambystomatidae Plethodontidae Proteidae Hynobiidae Cryptobranchidae Sirenidae',
  frog: 'Anura Amphibia',
  snake:
    'Serpentes Colubridae Viperidae Natricidae Elapidae Boidae Pythonidae Lamprophiidae Psammophiidae Typhlopidae Dipsadidae Anguidae Atractaspididae',
  turtle:
    'Testudines Testudinidae Emydidae Geoemydidae Cheloniidae Dermochelyidae Trionychidae Pelomedusidae Chelydridae Kinosternidae Podocnemididae',
  shark:
    'Elasmobranchii Chondrichthyes Carcharhinidae Lamnidae Scyliorhinidae Squalidae Triakidae Sphyrnidae Alopiidae Cetorhinidae Acipenseridae',
  // Insects and spiders
  butterfly: 'Lepidoptera Papilionoidea Papilionidae Pieridae Nymphalidae Lycaenidae Riodinidae Hesperiidae',
  damselfly:
    'Zygoptera Coenagrionidae Lestidae Calopterygidae Platycnemididae Synlestidae Euphaeidae Protoneuridae Megapodagrionidae Chlorocyphidae',
  bee: 'Anthophila Apidae Megachilidae Andrenidae Halictidae Colletidae Melittidae',
  wasp: 'Hymenoptera Vespidae Ichneumonidae Braconidae Sphecidae Crabronidae Pompilidae Chrysididae Tenthredinidae Siricidae Cynipidae Philanthidae Bembicidae Scoliidae Argidae Gasteruptiidae',
  ant: 'Formicidae Mutillidae',
  ladybird: 'Coccinellidae',
  beetle: 'Coleoptera Insecta',
  bug: 'Hemiptera Heteroptera Pentatomidae Acanthosomatidae Coreidae Miridae Pyrrhocoridae Lygaeidae Rhyparochromidae Reduviidae Gerridae Nepidae Notonectidae Corixidae Cicadidae Cicadellidae Aphididae Cercopidae Aphrophoridae Membracidae Scutelleridae Rhopalidae Alydidae Nabidae',
  fly: 'Diptera Syrphidae Muscidae Calliphoridae Tachinidae Tipulidae Limoniidae Culicidae Asilidae Bombyliidae Tabanidae Drosophilidae Sarcophagidae Scathophagidae Bibionidae Stratiomyidae Tephritidae Conopidae Empididae Dolichopodidae Chironomidae Rhagionidae',
  grasshopper:
    'Orthoptera Acrididae Tettigoniidae Phaneropteridae Gryllidae Trigonidiidae Tetrigidae Gryllotalpidae Rhaphidophoridae Pamphagidae Mantidae Mantodea Phasmatidae Phasmatodea',
  centipede: 'Chilopoda Diplopoda Lithobiidae Scolopendridae Geophilidae Julidae Glomeridae Polydesmidae Scutigeridae',
  // Molluscs, and other animals
  slug: 'Arionidae Limacidae Agriolimacidae Milacidae Testacellidae Boettgerillidae',
  mussel:
    'Bivalvia Unionidae Margaritiferidae Mytilidae Cardiidae Ostreidae Pectinidae Dreissenidae Veneridae Mactridae Tellinidae Sphaeriidae Cyrenidae Solenidae Pharidae',
  squid: 'Cephalopoda Octopodidae Loliginidae Sepiidae Ommastrephidae',
  crab: 'Crustacea Malacostraca Decapoda Portunidae Carcinidae Cancridae Varunidae Grapsidae Astacidae Cambaridae Paguridae Crangonidae Palaemonidae',
  jellyfish: 'Cnidaria Scyphozoa Hydrozoa Ulmaridae Rhizostomatidae Cyaneidae Pelagiidae',
  starfish: 'Echinodermata Asteroidea Ophiuroidea Echinoidea Asteriidae Asterinidae',
  worm: 'Annelida Lumbricidae Hirudinidae Arenicolidae Nereididae',
  // Plants
  daisy: 'Asteraceae Asterales',
  umbel: 'Apiaceae Apiales Araliaceae Adoxaceae Viburnaceae',
  clover: 'Fabaceae Fabales Oxalidaceae',
  bell: 'Campanulaceae Ericaceae Ericales Liliaceae Amaryllidaceae Asparagaceae Gentianaceae Scrophulariaceae',
  grass: 'Poaceae Poales',
  sedge: 'Cyperaceae Juncaceae Typhaceae',
  cactus: 'Cactaceae Crassulaceae Aizoaceae Asphodelaceae',
  waterlily: 'Nymphaeaceae Nelumbonaceae Hydrocharitaceae Potamogetonaceae Alismataceae',
  leaf: 'Fagaceae Betulaceae Salicaceae Sapindaceae Ulmaceae Oleaceae Aquifoliaceae Cornaceae Moraceae Juglandaceae Platanaceae Celastraceae',
  conifer: 'Pinaceae Cupressaceae Taxaceae Araucariaceae Podocarpaceae Pinales Pinopsida Sciadopityaceae',
  horsetail: 'Equisetaceae Equisetales',
  seaweed: 'Phaeophyceae Rhodophyta Fucaceae Laminariaceae Ulvaceae Sargassaceae Zosteraceae',
  // Fungi
  bracket:
    'Polyporales Polyporaceae Fomitopsidaceae Ganodermataceae Hymenochaetaceae Meruliaceae Stereaceae Fistulinaceae Laetiporaceae Phaeolaceae',
  puffball: 'Lycoperdon Calvatia Bovista Lycoperdaceae Geastrum Geastraceae Scleroderma Sclerodermataceae',
};

const GROUPS: { readonly [G in TaxonGroup]: SilhouetteName | null } = {
  bird: 'songbird',
  mammal: 'carnivore',
  amphibian: 'frog',
  reptile: 'lizard',
  fish: 'fish',
  butterfly: 'butterfly',
  dragonfly: 'dragonfly',
  insect: 'beetle',
  spider: 'spider',
  mollusc: 'snail',
  plant: 'flower',
  tree: 'broadleaf',
  fern: 'fern',
  moss: 'moss',
  fungus: 'mushroom',
  lichen: 'lichen',
  other: null,
};

const BY_NAME = new Map(
  listKeys(NAMES).flatMap((silhouette) => (NAMES[silhouette]?.split(' ') ?? []).map((name) => [name, silhouette] as const)),
);

/** The silhouette for a taxon: by its genus, its family, or else its group; null for what is in no group. `name`: scientific, of any rank. */
export function findSilhouette(
  group: TaxonGroup,
  name: string,
  family: string | null,
): readonly [fill: string, line?: string, width?: number] | null {
  const [genus = ''] = name.split(' ');
  const found = BY_NAME.get(genus) ?? (family === null ? undefined : BY_NAME.get(family)) ?? byGroup(group, family);
  // A leaf stands for what may be a bush.
  return found ? SILHOUETTES[found === 'leaf' && group === 'tree' ? 'broadleaf' : found] : null;
}

function byGroup(group: TaxonGroup, family: string | null): SilhouetteName | null {
  // The families of butterflies are few; all others are moths.
  if (group === 'butterfly' && family !== null) return 'moth';
  return GROUPS[group];
}

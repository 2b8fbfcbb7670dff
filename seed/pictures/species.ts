import type { TaxonRow } from '@veld/contract';
import type { Random } from '../random.ts';
import { frog, grazer, lizard, snail, spider } from './animals.ts';
import { type Coat, flock, perched, swimming } from './birds.ts';
import type { Light } from './canvas.ts';
import { close, floor, hills, reeds, water } from './grounds.ts';
import { butterfly, dragonfly, insect, type Wings } from './insects.ts';
import { crust, fern, mushrooms } from './plants.ts';

type Picture = (random: Random, light: Light) => string;

const bird =
  (...coat: Coat): Picture =>
  (random, light) =>
    close(random, light) + perched(random, light, coat);
const swimmer =
  (isWhite: boolean): Picture =>
  (random, light) =>
    water(random, light) + swimming(random, light, isWhite) + reeds(random, light);
const flying: Picture = (random, light) => hills(random, light) + flock(random, light);
const wings =
  (...colours: Wings): Picture =>
  (random, light) =>
    close(random, light) + butterfly(random, light, colours);
const drake =
  (body: string): Picture =>
  (random, light) =>
    close(random, light) + dragonfly(random, light, body);
const caps =
  (cap: string, isSpotted: boolean): Picture =>
  (random, light) =>
    floor(random, light) + mushrooms(random, light, { cap, isSpotted });

/** Species that the drawings resemble. Others have no photo: a wrong picture would teach a wrong species. */
const PICTURES: Readonly<Record<string, Picture>> = {
  'Erithacus rubecula': bird('#8c6f4c', '#c96a3a', '#7a6244', '#d0703c', '#3a3931'),
  'Turdus merula': bird('#2e2d28', '#2a2a25', '#1f201c', '#2a2a25', '#e6a52a'),
  'Turdus philomelos': bird('#8a7556', '#efe3cc', '#6b563a', '#8a7556', '#5a4a33'),
  'Parus major': bird('#6d7f45', '#e3c84a', '#4e6273', '#26292c', '#3a3931'),
  'Alcedo atthis': bird('#286880', '#d98a3f', '#1f7d92', '#2a7f96', '#2a2a25'),
  'Sitta europaea': bird('#5d7b86', '#e9d9b6', '#4a6572', '#3d515a', '#4a4f50'),
  'Cygnus olor': swimmer(true),
  'Anas platyrhynchos': swimmer(false),
  'Anser anser': flying,
  'Branta leucopsis': flying,
  'Sturnus vulgaris': flying,
  'Capreolus capreolus': (random, light) => hills(random, light) + grazer(random, light),
  'Rana temporaria': (random, light) => floor(random, light) + frog(random, light, '#8c7a3c'),
  'Pelophylax esculentus': (random, light) => floor(random, light) + frog(random, light, '#71934b'),
  'Zootoca vivipara': (random, light) => close(random, light) + lizard(random, light, '#7a6a3e'),
  'Aglais io': wings('#9f3c24', '#26201a', '#f0c060'),
  'Aglais urticae': wings('#d26e2a', '#3a2a18', '#f6e3b0'),
  'Polyommatus icarus': wings('#5b86c1', '#e8f0ee', '#f7f4ec'),
  'Pieris rapae': wings('#f7f4ec', '#4a4a40', '#f7f4ec'),
  'Maniola jurtina': wings('#7a5c3a', '#3a2f1c', '#e0a04a'),
  'Coccinella septempunctata': (random, light) => close(random, light) + insect(random, light, false),
  'Bombus terrestris': (random, light) => close(random, light) + insect(random, light, true),
  'Anax imperator': drake('#2f7fb0'),
  'Orthetrum cancellatum': drake('#6f93a8'),
  'Sympetrum striolatum': drake('#bb4f34'),
  'Crocothemis erythraea': drake('#c93a22'),
  'Araneus diadematus': (random, light) => close(random, light) + spider(random),
  'Cepaea nemoralis': (random, light) => close(random, light) + snail(random, light, '#e6ba58'),
  'Pteridium aquilinum': (random, light) => close(random, light) + fern(random, light),
  'Polypodium vulgare': (random, light) => close(random, light) + fern(random, light),
  'Xanthoria parietina': (random) => crust(random, ['#d79f33', '#e6ba58', '#c98f24']),
  'Amanita muscaria': caps('#c1301c', true),
  'Boletus edulis': caps('#8a5a22', false),
};

export function isPictured({ names }: Pick<TaxonRow, 'names'>): boolean {
  return Object.hasOwn(PICTURES, names.sci ?? '');
}

/** The drawing of a species. Throws for one that has none. */
export function findPicture({ names }: Pick<TaxonRow, 'names'>): Picture {
  const picture = PICTURES[names.sci ?? ''];
  if (!picture) throw new Error(`There is no drawing of ${names.sci}`);
  return picture;
}

import { accounts } from './accounts/feature.ts';
import { admin } from './admin/feature.ts';
import { articles } from './articles/feature.ts';
import { comments } from './comments/feature.ts';
import { community } from './community/feature.ts';
import { discover } from './discover/feature.ts';
import { embeds } from './embeds/feature.ts';
import { explore } from './explore/feature.ts';
import { feed } from './feed/feature.ts';
import { feedback } from './feedback/feature.ts';
import { frequencies } from './frequencies/feature.ts';
import { geo } from './geo/feature.ts';
import { identifications } from './identifications/feature.ts';
import { images } from './images/feature.ts';
import { journeys } from './journeys/feature.ts';
import { map } from './map/feature.ts';
import { media } from './media/feature.ts';
import { messages } from './messages/feature.ts';
import { motivation } from './motivation/feature.ts';
import { notifications } from './notifications/feature.ts';
import { observations } from './observations/feature.ts';
import { operations } from './operations/feature.ts';
import { places } from './places/feature.ts';
import { projects } from './projects/feature.ts';
import { reactions } from './reactions/feature.ts';
import { relations } from './relations/feature.ts';
import { reports } from './reports/feature.ts';
import { sensitive } from './sensitive/feature.ts';
import { settings } from './settings/feature.ts';
import { species } from './species/feature.ts';
import { taxa } from './taxa/feature.ts';
import { tileRequests } from './tile-requests/feature.ts';
import { validation } from './validation/feature.ts';
import { visitors } from './visitors/feature.ts';
import type { Feature, RouteRow } from '../http/feature.ts';
import type { Pieces } from '../http/pieces.ts';

/** Every feature of the server, in the order of contract/src/features.ts. */
export const features = [
  operations,
  accounts,
  relations,
  notifications,
  geo,
  media,
  taxa,
  articles,
  sensitive,
  observations,
  frequencies,
  identifications,
  reactions,
  comments,
  messages,
  reports,
  motivation,
  species,
  journeys,
  map,
  projects,
  validation,
  feed,
  discover,
  community,
  explore,
  places,
  visitors,
  feedback,
  settings,
  tileRequests,
  embeds,
  admin,
  images,
];

/** What they declare, without the types of what each is handed. */
export const declarations: readonly Feature<never>[] = [...features];

/** What they do for each other. */
export const pieces: Pieces = {
  causes: Object.assign({}, ...declarations.map(({ causes }) => causes)),
  photoUses: declarations.flatMap(({ photos }) => photos ?? []),
  mergeListeners: declarations.flatMap(({ onMerged }) => onMerged ?? []),
  removals: declarations.flatMap(({ removal }) => removal ?? []),
};

/** What is declared about each route, by its name: the authorization table and the costs. */
export const routeRows: Readonly<Record<string, RouteRow>> = Object.fromEntries(features.flatMap(({ routes }) => Object.entries(routes)));

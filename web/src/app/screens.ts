import type { ComponentType } from 'react';

type LayoutName = 'admin' | 'embed' | 'empty' | 'guest';

/** A screen of the app. */
export interface ScreenRoute {
  name: string;
  path: string;
  /** If absent, the admin layout is used (decision 0023). */
  layout?: LayoutName;
  /** In order, in addition to `check-auth`, which runs first on every route. */
  guards: readonly string[];
  /** Key of the title in `common:screens`; if absent, the title is the app's name. */
  title?: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Shows data from the server and is wrapped in the query cache. */
  asksServer?: true;
}

/** The 22 main routes, then the added ones (decision 0023). */
export const SCREENS: readonly ScreenRoute[] = [
  {
    name: 'welcome',
    path: '/welcome',
    layout: 'guest',
    guards: ['guest'],
    title: 'welcome',
    load: () => import('../features/accounts/WelcomeScreen'),
  },
  {
    name: 'login',
    path: '/login',
    layout: 'guest',
    guards: ['guest'],
    title: 'login',
    load: () => import('../features/accounts/LoginScreen'),
  },
  {
    name: 'register',
    path: '/register',
    layout: 'guest',
    guards: ['guest'],
    title: 'register',
    load: () => import('../features/accounts/RegisterScreen'),
  },
  {
    name: 'password.request',
    path: '/password/reset',
    layout: 'guest',
    guards: ['guest'],
    title: 'password_request',
    load: () => import('../features/accounts/PasswordRequestScreen'),
  },
  {
    name: 'password.reset',
    path: '/password/reset/:token',
    layout: 'guest',
    guards: [],
    title: 'password_reset',
    load: () => import('../features/accounts/PasswordResetScreen'),
  },
  {
    name: 'dashboard',
    path: '/',
    layout: 'admin',
    guards: ['auth'],
    title: 'dashboard',
    load: () => import('../features/dashboard/DashboardScreen'),
  },
  { name: 'map', path: '/map', layout: 'admin', guards: ['auth'], title: 'map', load: () => import('../features/map/MapScreen') },
  {
    name: 'feed',
    path: '/feed',
    layout: 'admin',
    guards: ['auth'],
    title: 'feed',
    asksServer: true,
    load: () => import('../features/feed/FeedScreen'),
  },
  {
    name: 'discover',
    path: '/discover',
    layout: 'admin',
    guards: ['auth'],
    title: 'discover',
    asksServer: true,
    load: () => import('../features/discover/DiscoverScreen'),
  },
  {
    name: 'my_journeys',
    path: '/my-journeys',
    layout: 'admin',
    guards: ['auth'],
    title: 'my_journeys',
    load: () => import('../features/journeys/MyJourneysScreen'),
  },
  {
    name: 'journey',
    path: '/journey/:session',
    layout: 'admin',
    guards: ['auth'],
    title: 'journey',
    load: () => import('../features/journeys/JourneyScreen'),
  },
  {
    name: 'knowledge',
    path: '/knowledge',
    layout: 'admin',
    guards: ['auth'],
    title: 'knowledge',
    load: () => import('../features/knowledge/KnowledgeScreen'),
  },
  {
    name: 'my_species',
    path: '/my-species',
    layout: 'admin',
    guards: ['auth'],
    title: 'my_species',
    asksServer: true,
    load: () => import('../features/species/MySpeciesScreen'),
  },
  {
    name: 'community',
    path: '/community',
    layout: 'admin',
    guards: ['auth'],
    title: 'community',
    asksServer: true,
    load: () => import('../features/community/CommunityScreen'),
  },
  {
    name: 'community.user',
    path: '/profile/:user',
    layout: 'admin',
    guards: ['auth'],
    title: 'person',
    asksServer: true,
    load: () => import('../features/profile/PersonScreen'),
  },
  {
    name: 'profile',
    path: '/profile',
    layout: 'admin',
    guards: ['auth'],
    title: 'profile',
    asksServer: true,
    load: () => import('../features/profile/ProfileScreen'),
  },
  {
    name: 'settings.profile',
    path: '/settings/profile',
    layout: 'admin',
    guards: ['auth'],
    title: 'settings',
    asksServer: true,
    load: () => import('../features/settings/SettingsScreen'),
  },
  {
    name: 'settings.my_locations',
    path: '/settings/my-locations',
    layout: 'admin',
    guards: ['auth'],
    title: 'my_locations',
    load: () => import('../features/settings/MyLocationsScreen'),
  },
  {
    name: 'feedback',
    path: '/feedback',
    layout: 'admin',
    guards: ['auth'],
    title: 'feedback',
    asksServer: true,
    load: () => import('../features/feedback/FeedbackScreen'),
  },
  {
    name: 'admin.specie_images',
    path: '/admin/specie-images',
    layout: 'admin',
    guards: ['auth', 'curator'],
    title: 'specie_images',
    asksServer: true,
    load: () => import('../features/images/SpecieImagesScreen'),
  },
  { name: 'app_update', path: '/app-update', layout: 'empty', guards: [], title: 'app_update', load: () => import('./AppUpdateScreen') },
  {
    name: 'embed',
    path: '/embed',
    layout: 'embed',
    guards: ['embed-key'],
    title: 'embed',
    asksServer: true,
    load: () => import('../features/embeds/EmbedScreen'),
  },

  {
    name: 'observe',
    path: '/observe',
    layout: 'admin',
    guards: ['auth'],
    title: 'observe',
    load: () => import('./RecordScreen'),
  },
  {
    name: 'observe.photos',
    path: '/observe/photos',
    layout: 'admin',
    guards: ['auth'],
    title: 'observe_photos',
    load: () => import('../features/photo-import/FromPhotosScreen'),
  },
  {
    name: 'tally',
    path: '/observe/tally',
    layout: 'admin',
    guards: ['auth'],
    title: 'tally',
    load: () => import('../features/tally/TallyScreen'),
  },
  {
    name: 'observation',
    path: '/observations/:id',
    layout: 'admin',
    guards: ['auth'],
    title: 'observation',
    asksServer: true,
    load: () => import('../features/observations/ObservationScreen'),
  },
  {
    name: 'outbox',
    path: '/outbox',
    layout: 'admin',
    guards: ['auth'],
    title: 'outbox',
    asksServer: true,
    load: () => import('./OutboxPage'),
  },
  {
    name: 'storage',
    path: '/storage',
    layout: 'admin',
    guards: ['auth'],
    title: 'storage',
    load: () => import('../features/settings/StorageScreen'),
  },
  {
    name: 'species',
    path: '/species/:id',
    layout: 'admin',
    guards: ['auth'],
    title: 'species',
    asksServer: true,
    load: () => import('../features/species/SpeciesScreen'),
  },
  {
    name: 'admin.taxonomy',
    path: '/admin/taxonomy',
    layout: 'admin',
    guards: ['auth', 'admin'],
    title: 'taxonomy_lists',
    asksServer: true,
    load: () => import('../features/taxonomy/TaxonomyScreen'),
  },
  {
    name: 'admin.invitations',
    path: '/admin/invitations',
    layout: 'admin',
    guards: ['auth', 'admin'],
    title: 'invitations',
    asksServer: true,
    load: () => import('../features/invitations/InvitationsScreen'),
  },
];

export const NOT_FOUND: ScreenRoute = {
  name: 'not-found',
  path: '*',
  layout: 'empty',
  guards: [],
  title: 'not_found',
  load: () => import('./NotFoundScreen'),
};
export const FORBIDDEN: ScreenRoute = {
  name: 'forbidden',
  path: '/forbidden',
  layout: 'admin',
  guards: ['auth'],
  title: 'forbidden',
  load: () => import('./ForbiddenScreen'),
};

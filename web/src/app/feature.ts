import { IconBell, IconMail, IconZoomQuestion, IconSend } from '@tabler/icons-react';
import type { Feature, ScreenRoute } from '../ui/feature.ts';

/** The screens that have parts of several features, and those of the app itself. */
export const feature: Feature = {
  screens: [
    {
      name: 'welcome',
      path: '/welcome',
      layout: 'guest',
      guards: ['guest'],
      load: () => import('./WelcomePage'),
    },
    {
      name: 'app_update',
      path: '/app-update',
      layout: 'empty',
      guards: [],
      load: () => import('./update/AppUpdateScreen'),
    },
    {
      name: 'settings.section',
      path: '/settings/:section',
      title: 'settings_section',
      asksServer: true,
      load: () => import('./SettingsSectionPage'),
    },
    {
      name: 'observe',
      path: '/observe',
      load: () => import('./RecordScreen'),
      texts: ['recording', 'observations'],
    },
    {
      name: 'observation',
      path: '/observations/:id',
      asksServer: true,
      load: () => import('./ObservationPage'),
    },
    {
      name: 'identify',
      path: '/identify',
      asksServer: true,
      load: () => import('./IdentifyPage'),
      navigation: { in: 'list', at: 80, icon: IconZoomQuestion },
    },
    {
      name: 'identification_history',
      path: '/identify/history',
      asksServer: true,
      load: () => import('../features/identifications/history/HistoryScreen'),
    },
    {
      name: 'notifications',
      path: '/notifications',
      asksServer: true,
      load: () => import('./NotificationsPage'),
      navigation: { in: 'list', at: 20, icon: IconBell },
    },
    {
      name: 'messages',
      path: '/messages',
      asksServer: true,
      load: () => import('./MessagesPage'),
      navigation: { in: 'list', at: 25, icon: IconMail },
    },
    {
      name: 'messages.person',
      path: '/messages/:person',
      title: 'conversation',
      asksServer: true,
      load: () => import('./MessagesPage'),
    },
    {
      name: 'outbox',
      path: '/outbox',
      asksServer: true,
      load: () => import('./OutboxPage'),
      navigation: { in: 'end', at: 10, icon: IconSend },
    },
    {
      name: 'admin.section',
      path: '/admin/:section',
      guards: ['auth', 'admin'],
      title: 'admin_section',
      asksServer: true,
      load: () => import('./AdminSectionPage'),
    },
  ],
};

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

import { IconRoute } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';
import { loadJourney } from './load-journey.ts';

export const feature: Feature = {
  inFrame: [{ when: 'first', load: () => import('./run/RunningJourney') }],
  screens: [
    {
      name: 'my_journeys',
      path: '/my-journeys',
      asksServer: true,
      load: () => import('./MyJourneysScreen'),
      texts: ['journeys', 'geo'],
      navigation: { in: 'list', at: 50, icon: IconRoute },
    },
    {
      name: 'journey',
      path: '/journey/:session',
      asksServer: true,
      load: loadJourney,
      texts: ['journeys', 'geo', 'observations'],
    },
    {
      name: 'journey.new',
      path: '/my-journeys/new',
      title: 'new_journey',
      asksServer: true,
      load: () => import('./start/StartJourneyScreen'),
    },
  ],
};

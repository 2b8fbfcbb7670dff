import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  inFrame: [{ when: 'next', asksServer: true, load: () => import('./MotivationHost') }],
};

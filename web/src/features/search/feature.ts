import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = { inFrame: [{ when: 'later', load: () => import('./SearchHost') }] };

import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = { notices: () => import('./SyncReports') };

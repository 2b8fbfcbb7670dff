import type { Wizard } from '@veld/contract';

interface Moment {
  pathname: string;
  /** Records on this device. */
  records: number;
}

/** What is introduced at the first address; which of them depends on whether there are records. */
export const ON_TODAY = ['welcome', 'first-record'] as const satisfies readonly Wizard[];

/** What a person has to know at an address, the most important first. */
export function wizardsAt({ pathname, records }: Moment): readonly Wizard[] {
  if (pathname === '/') return [ON_TODAY[records === 0 ? 0 : 1]];
  return MOMENTS[pathname] ?? [];
}

const MOMENTS: Readonly<Partial<Record<string, readonly Wizard[]>>> = {
  '/observe': ['gps'],
  '/my-species': ['names'],
  '/storage': ['offline-pack'],
  '/my-journeys': ['journeys'],
  '/settings/privacy': ['privacy'],
  '/identify': ['identify'],
};

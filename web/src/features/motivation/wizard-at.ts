import type { Wizard } from '@veld/contract';

interface Moment {
  pathname: string;
  /** Records on this device. */
  records: number;
}

/** What a person has to know at an address, the most important first. */
export function wizardsAt({ pathname, records }: Moment): readonly Wizard[] {
  if (pathname === '/') return records === 0 ? ['welcome'] : ['first-record'];
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

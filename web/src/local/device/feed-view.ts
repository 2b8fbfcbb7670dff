import { z } from 'zod/mini';
import { deviceSetting } from './device-setting';

export const FEED_TABS = ['following', 'nearby', 'country', 'worldwide'] as const;
export type FeedTab = (typeof FEED_TABS)[number];

/** The radii of a circle that can be chosen, in kilometres. */
export const CIRCLE_RADII = [1, 2, 5, 10, 25, 50, 100] as const;
/** Stands for the place of the device. */
export const HERE = 'here';

const schema = z.object({
  tab: z.catch(z.enum(FEED_TABS), 'worldwide'),
  radius_km: z.catch(z.literal(CIRCLE_RADII), 25),
  /** `here`, or the id of a saved place. */
  around: z.catch(z.string(), HERE),
});
export type FeedView = z.infer<typeof schema>;

/** What the feed showed last on this device. */
export const feedView = deviceSetting('feed_view', z.catch(schema, { tab: 'worldwide', radius_km: 25, around: HERE }));

import { z } from 'zod/mini';
import { deviceSetting } from './device-setting';

export const TALLY_ORDERS = ['added', 'taxonomic', 'name'] as const;
export type TallyOrder = (typeof TALLY_ORDERS)[number];

export interface TallyView {
  order: TallyOrder;
  sound: boolean;
  vibration: boolean;
}

const FIRST: TallyView = { order: 'added', sound: false, vibration: false };

/** How the tally looks, sounds and feels. Stored on this device only: another one may be silent, or unable to vibrate. */
export const tallyView = deviceSetting(
  'tally_view',
  z.catch(
    z.object({
      order: z.catch(z.enum(TALLY_ORDERS), FIRST.order),
      sound: z.catch(z.boolean(), FIRST.sound),
      vibration: z.catch(z.boolean(), FIRST.vibration),
    }),
    FIRST,
  ),
);

import { z } from 'zod/mini';
import { deviceSetting } from '../../../local/device/device-setting';
import { DEFAULT_GAP, type Gap, GAPS } from './group-photos';

/** What the device stores about the photo board besides its drafts. */
export interface BoardSetting {
  gap: Gap;
  /** How many photos were picked and how many of them were read; null when no import is running or was interrupted. */
  reading: { wanted: number; done: number } | null;
}

const DEFAULT: BoardSetting = { gap: DEFAULT_GAP, reading: null };

export const boardSetting = deviceSetting(
  'photo_board',
  z.catch(
    z.object({
      gap: z.catch(z.literal(GAPS), DEFAULT_GAP),
      reading: z.catch(z.nullable(z.object({ wanted: z.number(), done: z.number() })), null),
    }),
    DEFAULT,
  ),
);

import type { DisputedAreas } from '@veld/contract';
import { z } from 'zod';

const LABEL = /^([A-Z]{2}(?:-[A-Z0-9]{1,3})?)=([A-Z]{2}|-)$/;

/**
 * `MAP_DISPUTED`: `hidden` leaves out the borders that are not agreed on; `EH=MA` names the country MA where the map says EH; `EH=-` names none. Country codes of
 * places follow it too; `UA-43` is Crimea, which has no code of its own in ISO 3166-1.
 */
export const DisputedSetting = z
  .string()
  .default('')
  .transform((value, context): DisputedAreas => {
    const disputed: DisputedAreas = { borders: 'dashed', labels: {} };
    for (const part of value.split(',').map((one) => one.trim())) {
      const [, code, shown] = LABEL.exec(part) ?? [];
      if (code && shown) disputed.labels[code] = shown === '-' ? null : shown;
      else if (part === 'hidden' || part === 'dashed') disputed.borders = part;
      else if (part !== '') {
        context.addIssue({ code: 'custom', message: `"${part}" is neither "dashed" nor "hidden" nor like "EH=MA" or "EH=-"` });
        return z.NEVER;
      }
    }
    return disputed;
  });

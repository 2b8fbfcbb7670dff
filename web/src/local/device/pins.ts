import { z } from 'zod/mini';
import { deviceSetting } from './device-setting';

/** By field name: the values it fills in the next record. */
export type Pins = Readonly<Record<string, Record<string, unknown>>>;

const fields = z.record(z.string(), z.unknown());
const validPins = (value: Record<string, unknown>): Pins =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, values]) => {
      const parsed = z.safeParse(fields, values);
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );

/** The pinned fields. Stored on this device only, because pins belong to an outing with it. */
export const pinnedFields = deviceSetting('pinned_fields', z.catch(z.pipe(fields, z.transform(validPins)), {}));

import { z } from 'zod/mini';
import { deviceSetting } from './device-setting';

/** The folded parts of the form for records that the person left open on this device, and those open at first that they closed. */
export const unfoldedFields = deviceSetting('unfolded_fields', z.catch(z.record(z.string(), z.boolean()), {}));

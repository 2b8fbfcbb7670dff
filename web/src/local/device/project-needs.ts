import { RequiredField } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting, validElements } from './device-setting';

const schema = z.object({
  id: z.string(),
  name: z.string(),
  start_on: z.string(),
  end_on: z.string(),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  time_zone: z.string(),
  photo_required: z.boolean(),
  required_fields: z.array(RequiredField),
  max_uncertainty_m: z.nullable(z.number()),
});
/** What a record needs in order to count for a project in which the person takes part. */
export type KnownNeeds = z.infer<typeof schema>;

const MOST = 10;

/** The needs of projects that the person opened on this device, the last one first, so that the form knows them without a connection. */
export const projectNeeds = deviceSetting('project_needs', validElements(schema));

/** Remembers what a project needs; null for one that needs nothing, or in which the person does not take part any more. */
export function rememberNeeds(database: UserDatabase, id: string, needs: KnownNeeds | null): Promise<void> {
  return projectNeeds.update(database, (all) => {
    const before = all.find((one) => one.id === id);
    if (JSON.stringify(before ?? null) === JSON.stringify(needs)) return all;
    const others = all.filter((one) => one.id !== id);
    return needs ? [needs, ...others].slice(0, MOST) : others;
  });
}

import { TaxonSummary } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting, validElements } from './device-setting';

/** What the search of the app finds. */
export const CHOICE_KINDS = ['species', 'record', 'place', 'screen', 'person', 'project', 'area'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

const schema = z.object({
  kind: z.enum(CHOICE_KINDS),
  /** Its address in the app. */
  to: z.string().check(z.regex(/^\/(?!\/)/)),
  title: z.string(),
  /** The second line. */
  more: z.nullable(z.string()),
  /** Of a species, or of a record of one. */
  taxon: z.nullable(TaxonSummary),
});
export type RecentChoice = z.infer<typeof schema>;

export const MAX_RECENT = 10;

/** What the person chose in the search on this device, the last first. */
export const recentChoices = deviceSetting('recent_choices', validElements(schema));

/** Puts a choice first. What was chosen before it stays once, the oldest not at all. */
export function addRecentChoice(database: UserDatabase, choice: RecentChoice): Promise<void> {
  return recentChoices.update(database, (all) => [choice, ...all.filter(({ to }) => to !== choice.to)].slice(0, MAX_RECENT));
}

export function removeRecentChoice(database: UserDatabase, address: string): Promise<void> {
  return recentChoices.update(database, (all) => all.filter(({ to }) => to !== address));
}

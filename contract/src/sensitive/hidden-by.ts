import { z } from 'zod/mini';

/** Why a record hides its place whatever its owner wishes: the rule for a sensitive taxon that applies to it (decision 0080). */
export const HiddenBy = z.object({
  /** One of `SENSITIVE_REASONS`, or words. */
  reason: z.string(),
  /** How wide the area is that others see, in kilometres; null if they see no place. */
  grid_km: z.nullable(z.number()),
});
export type HiddenBy = z.infer<typeof HiddenBy>;

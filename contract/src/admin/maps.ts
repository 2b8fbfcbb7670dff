import { z } from 'zod/mini';

/** Why a file could not become a map. `params` are what a sentence about it names. */
export const MapFailure = z.object({
  code: z.enum([
    'not_a_map',
    'cut_off',
    'old_version',
    'unknown_layers',
    'unknown_tiles',
    'too_many_tiles',
    'empty',
    'no_tilemaker',
    'cutting_failed',
    'disk_full',
    'name_taken',
    'busy',
    'internal',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type MapFailure = z.infer<typeof MapFailure>;

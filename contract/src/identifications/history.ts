import { z } from 'zod/mini';
import { ListedObservation } from '../observations.ts';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { Cursor, DeviceMadeId, NumberText, TaxonGroup } from '../vocabulary.ts';
import { areOnOtherBranches, isWithin, type Lineage, namedTaxon } from './community-taxon.ts';

/** Of the identifications of a person, so many are looked at: the latest ones. */
export const MAX_HISTORY = 2000;

/**
 * What became of an identification: the community taxon of the record is the same (`agreed`), a finer one (`refined`), or one on another
 * branch (`differed`). Without a community taxon, or with a coarser one, nothing is decided (`open`).
 */
export const IDENTIFICATION_FATES = ['agreed', 'refined', 'differed', 'open'] as const;
export type IdentificationFate = (typeof IDENTIFICATION_FATES)[number];

/** The fate of an identification. The person’s own one is part of what the community agrees on. */
export function tellFate(said: Lineage, community: Lineage | null): IdentificationFate {
  if (!community) return 'open';
  if (areOnOtherBranches(said, community)) return 'differed';
  if (namedTaxon(said).id === namedTaxon(community).id) return 'agreed';
  return isWithin(community, namedTaxon(said).id) ? 'refined' : 'open';
}

const OwnIdentification = z.object({
  id: DeviceMadeId,
  taxon: TaxonSummary,
  fate: z.enum(IDENTIFICATION_FATES),
  record: ListedObservation,
});

export const listOwnIdentifications = route({
  method: 'GET',
  path: '/api/identifications/own',
  summary:
    'The caller’s identifications of records that the caller may see, the latest 2,000, last received first: those of a group, or with a fate',
  query: z.object({
    group: z.optional(TaxonGroup),
    fate: z.optional(z.enum(IDENTIFICATION_FATES)),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(50)))),
  }),
  replies: { 200: z.object({ data: z.array(OwnIdentification), next_cursor: z.nullable(z.string()) }) },
});

const GroupHistory = z.object({
  group: TaxonGroup,
  agreed: z.int(),
  refined: z.int(),
  differed: z.int(),
  open: z.int(),
  /** Records of the group that wait for the caller, of the latest 1,000 that do. */
  waiting: z.int(),
});
export type GroupHistory = z.infer<typeof GroupHistory>;

export const summarizeOwnIdentifications = route({
  method: 'GET',
  path: '/api/identifications/summary',
  summary:
    'What became of the caller’s latest 2,000 identifications, by the group of the name that the caller gave, and how many records of each group wait for the caller. The groups that the caller identified most come first',
  replies: { 200: z.object({ data: z.object({ groups: z.array(GroupHistory) }) }) },
});

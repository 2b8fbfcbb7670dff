import { z } from 'zod/mini';
import { LIFE_STAGES, SEXES } from '../attributes.ts';
import { groupFields, listLifeStages } from '../group-fields.ts';
import { route } from '../route.ts';
import { DeviceMadeId, type TaxonGroup, text, Uuid } from '../vocabulary.ts';
import { QUALITY_TOPICS } from './grade.ts';

/** What people add to a record, each as one of some values. What the observer said stays as it is. */
export const ANNOTATION_TOPICS = ['life_stage', 'sex', 'phenology', 'evidence_of'] as const;
export type AnnotationTopic = (typeof ANNOTATION_TOPICS)[number];

export const VOTE_TOPICS = [...QUALITY_TOPICS, ...ANNOTATION_TOPICS] as const;
export type VoteTopic = (typeof VOTE_TOPICS)[number];

/** The values of each annotation: those of the fields with which observers say the same. */
export const ANNOTATION_VALUES: Readonly<Record<AnnotationTopic, readonly string[]>> = {
  life_stage: LIFE_STAGES,
  sex: SEXES,
  phenology: groupFields.phenology.choices,
  evidence_of: groupFields.evidence.choices,
};

/** The annotations that a group has; all of them if it is unknown. */
export function listAnnotations(group: TaxonGroup | null): { topic: AnnotationTopic; values: readonly string[] }[] {
  const plants: readonly TaxonGroup[] = groupFields.phenology.groups;
  const hasPhenology = group === null || plants.includes(group);
  const hasSex = group === null || !plants.includes(group);
  return ANNOTATION_TOPICS.flatMap((topic) => {
    if ((topic === 'phenology' && !hasPhenology) || (topic === 'sex' && !hasSex)) return [];
    return [{ topic, values: topic === 'life_stage' ? listLifeStages(group) : ANNOTATION_VALUES[topic] }];
  });
}

export const isAnnotationTopic = (topic: string): topic is AnnotationTopic => ANNOTATION_TOPICS.some((one) => one === topic);

/** Limit in characters of the reason of a vote. */
export const MAX_VOTE_REASON = 300;
/** Limit of the reasons that are listed of each vote. */
export const MAX_VOTE_REASONS = 20;

const VALUE_LENGTH = 40;

export const VoteWrite = z
  .object({
    topic: z.enum(VOTE_TOPICS),
    /** Of an annotation; empty for a topic of quality, where agreeing says that it is right. */
    value: z._default(text(VALUE_LENGTH), ''),
    /** Null takes the vote back. */
    agrees: z.nullable(z.boolean()),
    reason: z._default(text(MAX_VOTE_REASON), ''),
    write_id: DeviceMadeId,
    /** When it was chosen on the device: of a person’s votes on the same, the last counts. */
    chosen_at: z.iso.datetime(),
  })
  .check(
    z.refine(({ topic, value }) => (isAnnotationTopic(topic) ? ANNOTATION_VALUES[topic].includes(value) : value === ''), {
      path: ['value'],
      error: 'choice',
    }),
  );
export type VoteWrite = z.infer<typeof VoteWrite>;

/** What people say about a topic, or about one value of an annotation. */
export const VoteCount = z.object({
  topic: z.enum(VOTE_TOPICS),
  value: z.string(),
  yes: z.int(),
  no: z.int(),
  /** The caller’s own vote. */
  own: z.nullable(z.boolean()),
  /** In no order that says when they were given. */
  reasons: z.array(z.object({ user: z.object({ id: Uuid, name: z.string() }), agrees: z.boolean(), text: z.string() })),
});
export type VoteCount = z.infer<typeof VoteCount>;

const Record = z.object({ id: DeviceMadeId });

export const listRecordVotes = route({
  method: 'GET',
  path: '/api/observations/:id/votes',
  summary:
    'What people say about a record beside its name: whether it is wild, whether place, date and evidence are right, and annotations. Only votes that count: not those of people with a block between them and the observer or the caller',
  params: Record,
  replies: { 200: z.object({ data: z.array(VoteCount) }) },
});

export const putRecordVote = route({
  method: 'PUT',
  path: '/api/observations/:id/vote',
  summary:
    'Vote on a record, or take the vote back. Of the votes of a person on the same, the one chosen last counts; repeating the request changes nothing',
  params: Record,
  body: VoteWrite,
  replies: { 204: null },
});

export const putReview = route({
  method: 'PUT',
  path: '/api/observations/:id/review',
  summary: 'Mark a record as reviewed by the caller, or not. It leaves the caller’s queue of records to identify; nobody else sees it',
  params: Record,
  body: z.object({ is_reviewed: z.boolean(), chosen_at: z.iso.datetime() }),
  replies: { 204: null },
});

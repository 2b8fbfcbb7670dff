import { z } from 'zod/mini';
import { STANDINGS } from '../accounts.ts';
import { isOneOf } from '../keys.ts';
import { route } from '../route.ts';
import { Cursor, Instant, NumberText, requiredText, text, Uuid } from '../vocabulary.ts';

/** What can be reported to the moderators (decision 0046). */
export const REPORT_SUBJECTS = ['observation', 'comment', 'identification', 'message', 'user'] as const;
export const ReportSubject = z.enum(REPORT_SUBJECTS);
export type ReportSubject = z.infer<typeof ReportSubject>;
/** What a moderator can hide. */
export const HIDEABLE = ['observation', 'comment', 'identification', 'message'] as const satisfies readonly ReportSubject[];

/** What people can appeal against: that something of theirs is hidden, or, with their own id, how they are restricted. */
export const APPEALABLE = [...HIDEABLE, 'user'] as const;

/** `review`: of an identification, whether it is right; for its observer, who cannot ask its maker (decision 0064). */
export const REPORT_REASONS = ['wrong_place', 'spam', 'insult', 'copyright', 'other', 'review'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
/** The longest text of a report, an appeal or a moderator's note, in characters. */
export const MAX_REPORT_TEXT = 1000;

export const putReport = route({
  method: 'PUT',
  path: '/api/reports/:id',
  summary:
    'Report something of someone else to the moderators; the id is made on the device, and repeating the request changes nothing. The answer is the same for what the caller cannot see and for what does not exist',
  params: z.object({ id: Uuid }),
  body: z.strictObject({ subject_kind: ReportSubject, subject_id: Uuid, reason: z.enum(REPORT_REASONS), text: text(MAX_REPORT_TEXT) }),
  replies: { 204: null },
});

export const putAppeal = route({
  method: 'PUT',
  path: '/api/reports/appeals/:id',
  summary:
    'Ask the moderators to show something of the caller again that they have hidden, or to lift a restriction of the caller; repeating the request changes nothing, and a second appeal before the first is answered gives 409',
  params: z.object({ id: Uuid }),
  body: z.strictObject({ subject_kind: z.enum(APPEALABLE), subject_id: Uuid, text: requiredText(MAX_REPORT_TEXT) }),
  replies: { 204: null },
});

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const;

/** A report for the person who made it. */
export const Report = z.object({
  id: Uuid,
  subject_kind: ReportSubject,
  subject_id: Uuid,
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  created_at: z.string(),
});
export type Report = z.infer<typeof Report>;

export const listReports = route({
  method: 'GET',
  path: '/api/reports',
  summary: 'The reports of the caller, latest first, with what became of them',
  replies: { 200: z.object({ data: z.array(Report) }) },
});

export const Appeal = z.object({
  id: Uuid,
  text: z.string(),
  created_at: z.string(),
  /** Null until a moderator answers. */
  answered_at: z.nullable(z.string()),
  reply: z.string(),
});
export type Appeal = z.infer<typeof Appeal>;

/** Something of the caller that a moderator has hidden, or the caller, with `standing`, who is restricted. */
export const HiddenThing = z.object({
  subject_kind: z.enum(APPEALABLE),
  standing: z.optional(z.enum(STANDINGS)),
  /** When the restriction ends by itself; absent if it does not. */
  until: z.optional(z.string()),
  subject_id: Uuid,
  hidden_at: z.string(),
  /** Why, in the words of the moderator; may be empty. */
  note: z.string(),
  /** The latest one since it was hidden. */
  appeal: z.nullable(Appeal),
});
export type HiddenThing = z.infer<typeof HiddenThing>;

export const listHidden = route({
  method: 'GET',
  path: '/api/reports/hidden',
  summary: 'What moderators have hidden of the caller, with their notes and the latest appeal',
  replies: { 200: z.object({ data: z.array(HiddenThing) }) },
});

const NamedUser = z.object({ id: Uuid, name: z.string() });

/** A report for moderators. */
export const ReportCase = z.extend(Report, {
  /** Null once the account is erased. */
  reporter: z.nullable(NamedUser),
  /** Who made it. */
  subject_user: z.nullable(NamedUser),
  /** The record that it is or belongs to. */
  observation_id: z.nullable(Uuid),
  /** The name of the taxon or person, or the words that were written; null if it is gone. */
  subject_text: z.nullable(z.string()),
  /** What was written when it was reported, while a decision or an appeal may need it; null if it still says that. */
  reported_text: z.nullable(z.string()),
  /** The taxon with whose name the text begins. */
  subject_taxon: z.nullable(z.object({ name: z.string(), rank: z.string() })),
  hidden_at: z.nullable(z.string()),
  /** How its maker is restricted. */
  standing: z.nullable(z.enum(STANDINGS)),
  /** When the restriction ends by itself. */
  until: z.nullable(z.string()),
  /** Whether moderators can warn or restrict its maker: not administrators. */
  is_actionable: z.boolean(),
  decided_at: z.nullable(z.string()),
  decision_note: z.string(),
  /** The latest appeal since the subject was hidden, or against what was decided about its maker with this report. */
  appeal: z.nullable(Appeal),
});
export type ReportCase = z.infer<typeof ReportCase>;

const PageSize = z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100))));

export const listReportCases = route({
  method: 'GET',
  path: '/api/moderation/reports',
  summary:
    'Reports for moderators, a page at a time: open ones and those whose subject has an unanswered appeal, the oldest first; or decided ones, the latest first; all, or those about one kind of thing or for one reason',
  query: z.object({
    decided: z.optional(z.enum(['0', '1'])),
    subject_kind: z.optional(ReportSubject),
    reason: z.optional(z.enum(REPORT_REASONS)),
    cursor: z.optional(Cursor),
    limit: PageSize,
  }),
  replies: { 200: z.object({ data: z.array(ReportCase), next_cursor: z.nullable(z.string()) }) },
});

/** What moderators do about a person, whom they tell why. */
export const PERSON_ACTIONS = ['warn', 'limit', 'suspend', 'reinstate'] as const;
/** Those that can end by themselves. */
export const RESTRICTIONS = ['limit', 'suspend'] as const;
export const MODERATION_ACTIONS = ['dismiss', 'hide', 'restore', 'answer', ...PERSON_ACTIONS] as const;

export const putModerationAct = route({
  method: 'PUT',
  path: '/api/moderation/acts/:id',
  summary:
    'Decide about a report: dismiss it, hide its subject, show that again, or answer the appeal and leave it as it is; warn, limit, suspend or reinstate its maker, or, with `user_id`, somebody whom nobody has reported, never an administrator. A limit or a suspension ends by itself at `until`. The id is made on the device, and repeating the request changes nothing. 409 if the report, its subject or the person is not in the state that the act needs',
  params: z.object({ id: Uuid }),
  body: z
    .strictObject({
      action: z.enum(MODERATION_ACTIONS),
      report_id: z.optional(Uuid),
      user_id: z.optional(Uuid),
      note: text(MAX_REPORT_TEXT),
      until: z.optional(z.nullable(Instant)),
    })
    .check(
      z.refine(({ report_id, user_id }) => (report_id === undefined) !== (user_id === undefined), {
        path: ['report_id'],
        error: 'required',
      }),
      z.refine(({ action, user_id }) => user_id === undefined || isOneOf(PERSON_ACTIONS, action), { path: ['action'], error: 'choice' }),
      z.refine(({ action, until }) => (until ?? null) === null || isOneOf(RESTRICTIONS, action), { path: ['until'], error: 'choice' }),
    ),
  replies: { 204: null },
});

/** How moderators have restricted a person, for moderators. */
export const PersonStanding = z.object({
  standing: z.nullable(z.enum(STANDINGS)),
  /** When the restriction ends by itself. */
  until: z.nullable(z.string()),
  /** Whether moderators can warn or restrict them: not administrators. */
  is_actionable: z.boolean(),
});
export type PersonStanding = z.infer<typeof PersonStanding>;

export const getStanding = route({
  method: 'GET',
  path: '/api/moderation/people/:id',
  summary: 'As moderator, how a person with an open account is restricted',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: PersonStanding }) },
});

export const ModerationAct = z.object({
  id: Uuid,
  action: z.enum(MODERATION_ACTIONS),
  /** A restriction that ended by itself. */
  is_automatic: z.boolean(),
  /** When what was decided ends by itself. */
  until: z.nullable(z.string()),
  actor: z.nullable(NamedUser),
  subject_kind: ReportSubject,
  subject_id: Uuid,
  observation_id: z.nullable(Uuid),
  note: z.string(),
  at: z.string(),
});
export type ModerationAct = z.infer<typeof ModerationAct>;

export const listModerationActs = route({
  method: 'GET',
  path: '/api/moderation/acts',
  summary: 'What moderators have decided, the latest first, a page at a time: everything, one kind of act, or what is about one person',
  query: z.object({
    action: z.optional(z.enum(MODERATION_ACTIONS)),
    user_id: z.optional(Uuid),
    cursor: z.optional(Cursor),
    limit: PageSize,
  }),
  replies: { 200: z.object({ data: z.array(ModerationAct), next_cursor: z.nullable(z.string()) }) },
});

import { z } from 'zod/mini';
import { route } from '../route.ts';
import { requiredText, text, Uuid } from '../vocabulary.ts';

/** What can be reported to the moderators (decision 0046). */
export const REPORT_SUBJECTS = ['observation', 'comment', 'identification', 'user'] as const;
export const ReportSubject = z.enum(REPORT_SUBJECTS);
export type ReportSubject = z.infer<typeof ReportSubject>;
/** What a moderator can hide. */
export const HIDEABLE = ['observation', 'comment', 'identification'] as const satisfies readonly ReportSubject[];

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
    'Ask the moderators to show something of the caller again that they have hidden; repeating the request changes nothing, and a second appeal before the first is answered gives 409',
  params: z.object({ id: Uuid }),
  body: z.strictObject({ subject_kind: z.enum(HIDEABLE), subject_id: Uuid, text: requiredText(MAX_REPORT_TEXT) }),
  replies: { 204: null },
});

import { z } from 'zod/mini';
import { route } from '../route.ts';
import { CountryCode, Instant, Language, requiredText, text } from '../vocabulary.ts';

export const TOAST_LEVELS = ['info', 'positive', 'warning'] as const;
export const TOAST_AUDIENCES = ['everyone', 'pro', 'curator', 'admin'] as const;
export const TOAST_TEXT_LENGTH = 300;

const ToastId = z.string().check(z.regex(/^[a-z0-9_.-]{1,60}$/, { error: 'seen_id' }));
/** A page of the app, or an address with https. */
const ToastLink = text(500).check(z.regex(/^(\/(?!\/)|https:\/\/)\S*$/, { error: 'https' }));

/** A message as its reader gets it, in the language of the request. */
export const Toast = z.object({
  id: z.string(),
  level: z.enum(TOAST_LEVELS),
  text: z.string(),
  link: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
});
export type Toast = z.infer<typeof Toast>;

/** A message as an admin writes it. Languages without a translation get the English text. */
export const ToastDraft = z.strictObject({
  level: z.enum(TOAST_LEVELS),
  text: z
    .partialRecord(Language, requiredText(TOAST_TEXT_LENGTH))
    .check(z.refine((texts) => texts.en !== undefined, { error: 'required' })),
  link: z.nullish(ToastLink),
  starts_at: z.nullish(Instant),
  ends_at: z.nullish(Instant),
  audience: z._default(z.enum(TOAST_AUDIENCES), 'everyone'),
  /** Only people of this country. */
  country_code: z.nullish(CountryCode),
});
export type ToastDraft = z.infer<typeof ToastDraft>;

export const listToasts = route({
  method: 'GET',
  path: '/api/toasts',
  summary: 'The messages for the caller that they have not seen yet, oldest first, at most 50',
  replies: { 200: z.object({ data: z.array(Toast) }) },
});

export const putToast = route({
  method: 'PUT',
  path: '/api/toasts/:id',
  summary:
    'As admin, write a message that everyone it is for sees once, and has among their notifications from its start until its end; people who have seen it do not see a changed one again',
  params: z.object({ id: ToastId }),
  body: ToastDraft,
  replies: { 204: null },
});

export const deleteToast = route({
  method: 'DELETE',
  path: '/api/toasts/:id',
  summary: 'As admin, withdraw a message; does nothing if there is none',
  params: z.object({ id: ToastId }),
  replies: { 204: null },
});

/** A message as admins see it. */
export const StoredToast = z.object({
  id: z.string(),
  level: z.enum(TOAST_LEVELS),
  text: z.partialRecord(Language, z.string()),
  link: z.nullable(z.string()),
  starts_at: z.string(),
  ends_at: z.nullable(z.string()),
  audience: z.enum(TOAST_AUDIENCES),
  country_code: z.nullable(z.string()),
});
export type StoredToast = z.infer<typeof StoredToast>;

/** How many messages admins see, the latest first. */
export const MAX_STORED_TOASTS = 100;

export const listAllToasts = route({
  method: 'GET',
  path: '/api/toasts/all',
  summary: `As admin, the messages to everyone, also past and future ones, the latest first, at most ${MAX_STORED_TOASTS}`,
  replies: { 200: z.object({ data: z.array(StoredToast) }) },
});

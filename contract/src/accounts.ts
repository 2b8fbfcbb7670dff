import { z } from 'zod';
import { route } from './route.ts';
import { CountryCode, Geoprivacy, Language, License, Role, text, Uuid } from './words.ts';

/** 12 to 256 characters, kept exactly as typed (decisions.md section 2). Common ones are refused by the server. */
export const Password = z
  .string()
  .min(12, { error: 'password_short' })
  .max(256, { error: 'password_long' })
  .refine((value) => value.isWellFormed(), { error: 'text' });
export const Email = text(254).pipe(z.email({ error: 'email' }));
export const UserName = text(60)
  .transform((value) => value.trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'required' })
      .regex(/^[^\p{Cc}\p{Cf}<>]*$/u, { error: 'name' }),
  );

/** The closed list of preference keys. Every key has a default, so an absent one means that default. */
export const Preferences = z.object({
  language: Language.nullable().default(null),
  /** Up to two further languages for names. */
  name_languages: z.array(Language).max(2).default([]),
  units: z.enum(['metric', 'imperial']).default('metric'),
  theme: z.enum(['auto', 'light', 'dark', 'contrast']).default('auto'),
  geoprivacy: Geoprivacy.default('open'),
  license: License.default('CC-BY-4.0'),
  community_opt_in: z.boolean().default(false),
  gamification: z.boolean().default(true),
  recording: z.object({ ask_place: z.boolean().default(true) }).prefault({}),
  sync: z.object({ photos_on_wifi_only: z.boolean().default(false) }).prefault({}),
  notifications: z.object({ mail: z.boolean().default(true) }).prefault({}),
  /** What happens to records when the account is deleted (decisions.md section 4). */
  on_delete: z.enum(['anonymise', 'erase']).default('anonymise'),
});
export type Preferences = z.infer<typeof Preferences>;
export type PreferenceKey = keyof Preferences;

/** The user as the user itself sees it. Never sent to anybody else. */
export const User = z.object({
  id: Uuid,
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  is_pro: z.boolean(),
  country_code: CountryCode.nullable(),
  preferences: Preferences,
  total_xp: z.int(),
  total_xp_seen: z.int(),
  badges: z.array(z.string()),
  badges_seen: z.array(z.string()),
  toasts: z.array(z.string()),
  toasts_seen: z.array(z.string()),
  wizards_seen: z.array(z.string()),
  /** True only for the one configured id (TAXONOMY_DEBUG_USER_ID). */
  taxonomy_debug: z.boolean(),
  created_at: z.string(),
});
export type User = z.infer<typeof User>;

const UserData = z.object({ data: User });

/** `revoke_key` can end this session and do nothing else, so that a logout made offline can be finished later. */
export const LoggedIn = z.object({ token: z.string(), revoke_key: z.string(), data: User });
export type LoggedIn = z.infer<typeof LoggedIn>;

const DeviceName = text(80).optional();

export const register = route({
  method: 'POST',
  path: '/api/register',
  summary: 'Make an account; the first on a fresh installation becomes admin',
  body: z.object({
    name: UserName,
    email: Email,
    password: Password,
    country_code: CountryCode.nullish(),
    language: Language.nullish(),
    community_opt_in: z.boolean().optional(),
    device_name: DeviceName,
  }),
  replies: { 200: LoggedIn },
});

export const login = route({
  method: 'POST',
  path: '/api/login',
  summary: 'Log in; the same time and the same error for an unknown mail address and a wrong password',
  body: z.object({ email: text(254), password: z.string().max(256), device_name: DeviceName }),
  replies: { 200: LoggedIn },
});

export const logout = route({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session; takes the token or the revoke key as Bearer, and always answers 204',
  replies: { 204: null },
});

export const requestPassword = route({
  method: 'POST',
  path: '/api/password/email',
  summary: 'Ask for a mail with a link that sets a new password; 202 always',
  body: z.object({ email: text(254) }),
  replies: { 202: null },
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/password/reset',
  summary: 'Set a new password with the token of a mail; every session of the user ends',
  body: z.object({ token: z.string().max(200), email: text(254), password: Password }),
  replies: { 204: null },
});

export const getUser = route({
  method: 'GET',
  path: '/api/user',
  summary: 'The user of this session',
  query: z.object({ appVersion: z.string().max(40).optional(), timezone: z.string().max(60).optional() }),
  replies: { 200: User },
});

export const deleteAccount = route({
  method: 'POST',
  path: '/api/delete-account',
  summary: 'Delete the own account, or as admin another one',
  body: z.strictObject({ user_id: Uuid.optional() }).nullish(),
  replies: { 204: null },
});

export const xpSeen = route({
  method: 'POST',
  path: '/api/user/xp-seen',
  summary: 'How much experience was shown; never goes down nor above the total',
  body: z.object({ total_xp_seen: z.int().min(0) }),
  replies: { 200: UserData },
});

const SeenId = z.string().regex(/^[a-z0-9_.-]{1,60}$/, { error: 'seen_id' });
export const badgeSeen = route({
  method: 'POST',
  path: '/api/user/badge-seen',
  summary: 'A badge was shown',
  body: z.object({ badge: SeenId }),
  replies: { 200: UserData },
});
export const toastSeen = route({
  method: 'POST',
  path: '/api/user/toast-seen',
  summary: 'A message was shown',
  body: z.object({ toast: SeenId }),
  replies: { 200: UserData },
});
export const wizardSeen = route({
  method: 'POST',
  path: '/api/user/wizard-seen',
  summary: 'A wizard was shown',
  body: z.object({ wizard: SeenId }),
  replies: { 200: UserData },
});

/** Exactly one key of `Preferences`, else 422. */
export const patchPreferences = route({
  method: 'PATCH',
  path: '/api/settings/preferences',
  summary: 'Set one preference',
  body: z.record(z.string(), z.unknown()),
  replies: { 200: UserData },
});

export const patchAccount = route({
  method: 'PATCH',
  path: '/api/settings/account',
  summary: 'Change name, mail address, password or country; mail and password need the current password',
  body: z.strictObject({
    name: UserName.optional(),
    email: Email.optional(),
    password: Password.optional(),
    country_code: CountryCode.nullable().optional(),
    current_password: z.string().max(256).optional(),
  }),
  replies: { 200: UserData },
});

export const Session = z.object({
  id: Uuid,
  device_name: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = route({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Where the user is logged in',
  replies: { 200: z.object({ data: z.array(Session) }) },
});

export const deleteSession = route({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'End one of the own sessions; somebody else’s is 404',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

export const patchUser = route({
  method: 'PATCH',
  path: '/api/users/:id',
  summary: 'As admin: make somebody pro, or a curator',
  params: z.object({ id: Uuid }),
  body: z.strictObject({ is_pro: z.boolean().optional(), roles: z.array(Role).optional() }),
  replies: { 204: null },
});

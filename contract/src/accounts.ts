import { z } from 'zod/mini';
import { NotificationPreferences } from './notifications/kinds.ts';
import { route } from './route.ts';
import { CountryCode, Geoprivacy, Instant, Language, License, Role, text, Uuid } from './vocabulary.ts';

/** 12 to 256 characters, neither trimmed nor normalised (decision 0020). The server also rejects common passwords. */
export const Password = z.string().check(
  z.minLength(12, { error: 'password_short' }),
  z.maxLength(256, { error: 'password_long' }),
  z.refine((value) => value.isWellFormed(), { error: 'text' }),
);
export const Email = z.pipe(text(254), z.email({ error: 'email' }));
export const UserName = z.pipe(
  z.pipe(
    text(60),
    z.transform((value) => value.trim()),
  ),
  z.string().check(z.minLength(1, { error: 'required' }), z.regex(/^[^\p{Cc}\p{Cf}<>]*$/u, { error: 'name_characters' })),
);

export const TARGET_ACCURACIES_M = [5, 10, 25] as const;

/** What happens to a person's records when the account is deleted: they stay without a name or under it, or are erased. */
export const OnDelete = z.enum(['anonymise', 'named', 'erase']);
export type OnDelete = z.infer<typeof OnDelete>;

export const MESSAGES_FROM = ['nobody', 'followed', 'everyone'] as const;

/** All preferences. Every key has a default, which applies while the key is absent. */
export const Preferences = z.object({
  language: z._default(z.nullable(Language), null),
  /** Up to two further languages for names. */
  name_languages: z._default(z.array(Language).check(z.maxLength(2)), []),
  units: z._default(z.enum(['metric', 'imperial']), 'metric'),
  theme: z._default(z.enum(['auto', 'light', 'dark', 'contrast']), 'auto'),
  geoprivacy: z._default(Geoprivacy, 'open'),
  license: z._default(License, 'CC-BY-4.0'),
  /** Of new photos; null is that of their record. */
  photo_license: z._default(z.nullable(License), null),
  community_opt_in: z._default(z.boolean(), false),
  /** Whether visitors without an account can open their profile too, if they are in the community. */
  public_profile: z._default(z.boolean(), false),
  /** Whether the person is in leaderboards and in the rankings of projects, if they are in the community. */
  leaderboards: z._default(z.boolean(), true),
  /** Who can begin a conversation with them: people that they follow, unless they chose otherwise (decision 0085). */
  messages_from: z._default(z.enum(MESSAGES_FROM), 'followed'),
  /** Whether friends, who follow them and whom they follow, see which species they still need (decision 0092). */
  shares_needs: z._default(z.boolean(), false),
  gamification: z._default(z.boolean(), true),
  recording: z.prefault(
    z.object({
      ask_place: z._default(z.boolean(), true),
      /** The accuracy in metres at which a measured position is accepted. */
      target_accuracy_m: z._default(z.literal(TARGET_ACCURACIES_M), 10),
      /** Whether to average several location fixes while the device stands still. */
      average_fixes: z._default(z.boolean(), false),
    }),
    {},
  ),
  sync: z.prefault(z.object({ photos_on_wifi_only: z._default(z.boolean(), false) }), {}),
  notifications: z.prefault(NotificationPreferences, {}),
  /** What happens to records when the account is deleted (decision 0020). */
  on_delete: z._default(OnDelete, 'anonymise'),
});
export type Preferences = z.infer<typeof Preferences>;
export type PreferenceKey = keyof Preferences;

/** How moderators have restricted a person (decision 0084). */
export const STANDINGS = ['limited', 'suspended'] as const;

/** The account as sent to its own user, and to nobody else. */
export const User = z.object({
  id: Uuid,
  name: z.string(),
  email: z.string(),
  /** Whether the person has opened the link sent to `email`; always true if the server cannot send mail (decision 0029). */
  email_confirmed: z.boolean(),
  /** The address that replaces `email` once it is confirmed. */
  pending_email: z.nullable(z.string()),
  roles: z.array(Role),
  is_pro: z.boolean(),
  country_code: z.nullable(CountryCode),
  preferences: Preferences,
  total_xp: z.int(),
  total_xp_seen: z.int(),
  badges: z.array(z.string()),
  badges_seen: z.array(z.string()),
  toasts: z.array(z.string()),
  toasts_seen: z.array(z.string()),
  wizards_seen: z.array(z.string()),
  /** True only for the account in the setting TAXONOMY_DEBUG_USER_ID. */
  taxonomy_debug: z.boolean(),
  /** Absent where the answer does not count them. */
  unread_notifications: z.optional(z.int()),
  /** Whether the person validates any records. Absent where the answer does not look. */
  is_validator: z.optional(z.boolean()),
  /** Absent for everybody who is not restricted. */
  standing: z.optional(z.enum(STANDINGS)),
  /** Signs files of unsent records (decision 0027). Absent in what a device stored before there was one. */
  export_key: z.optional(z.string()),
  created_at: z.string(),
});
export type User = z.infer<typeof User>;

const UserData = z.object({ data: User });

/** A new session. `revoke_key` can only end this session; a device that logged out offline sends it later. */
export const LoggedIn = z.object({
  token: z.string(),
  revoke_key: z.string(),
  data: User,
  /** Whether this login restored an account that its user had deleted. */
  reopened: z.optional(z.boolean()),
  /** Whether other accounts use the same address, on a server that cannot send mail about it; absent otherwise. */
  shares_email: z.optional(z.boolean()),
  /** The number of unsent items this device last reported; absent where unknown. */
  device_unsent: z.optional(z.int()),
});
export type LoggedIn = z.infer<typeof LoggedIn>;

const DeviceName = z.optional(text(80));
/** Made once by the device and kept over a logout. It shows that someone has logged in there before (decision 0030). */
const DeviceSecret = z.optional(Uuid);

/** The token of a link, as someone sends it. */
const Token = z.string().check(z.maxLength(200));
/** A password to compare with the stored one. */
const GivenPassword = z.string().check(z.maxLength(256));

/** The token of an invitation link, as a visitor sends it. */
export const InviteToken = Token;

export const register = route({
  method: 'POST',
  path: '/api/register',
  summary:
    'Create an account if REGISTRATION allows it, or log in if the address and password are those of an existing one. The first account of a new installation can always be created and becomes admin. The response does not show whether the address belongs to another account',
  body: z.object({
    name: UserName,
    email: Email,
    password: Password,
    country_code: z.nullish(CountryCode),
    language: z.nullish(Language),
    community_opt_in: z.optional(z.boolean()),
    device_name: DeviceName,
    device_secret: DeviceSecret,
    /** The token of an invitation link; needed if REGISTRATION is `invite`. */
    invite: z.optional(InviteToken),
  }),
  replies: { 200: LoggedIn },
});

export const login = route({
  method: 'POST',
  path: '/api/login',
  summary:
    'Log in. An unknown mail address and a wrong password take the same time and give the same error. Restores an account that its user deleted within the last 14 days',
  body: z.object({
    email: text(254),
    password: GivenPassword,
    device_name: DeviceName,
    device_secret: DeviceSecret,
    device_id: z.optional(Uuid),
  }),
  replies: { 200: LoggedIn },
});

export const logout = route({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session; accepts the token or the revoke key as Bearer and always returns 204',
  replies: { 204: null },
});

export const requestPassword = route({
  method: 'POST',
  path: '/api/password/email',
  summary: 'Request a mail with a link for a new password; always returns 202',
  body: z.object({ email: text(254) }),
  replies: { 202: null },
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/password/reset',
  summary:
    'Set a new password with the token of a mail, and end all sessions of the user. The address is optional, because the token identifies the user',
  body: z.object({ token: Token, email: z.optional(text(254)), password: Password }),
  replies: { 204: null },
});

export const confirmPassword = route({
  method: 'POST',
  path: '/api/password/confirm',
  summary: 'Confirm the current password in this session, at most 15 minutes before the account is deleted',
  // `confirmation` is an id from the device. A deletion that names it is accepted later too, because a device repeats it until it succeeds.
  body: z.object({ current_password: GivenPassword, confirmation: z.optional(Uuid) }),
  replies: { 204: null },
});

export const confirmEmail = route({
  method: 'POST',
  path: '/api/email/confirm',
  summary: 'Confirm a mail address with the token of a mail; repeating it changes nothing',
  body: z.object({ token: Token }),
  replies: { 204: null },
});

export const requestConfirmation = route({
  method: 'POST',
  path: '/api/email/request',
  summary: 'Request another mail with a link that confirms the address of the user; does nothing if it is confirmed',
  replies: { 202: null },
});

export const getUser = route({
  method: 'GET',
  path: '/api/user',
  summary: 'The user of this session',
  query: z.object({ appVersion: z.optional(z.string().check(z.maxLength(40))), timezone: z.optional(z.string().check(z.maxLength(60))) }),
  replies: { 200: User },
});

export const deleteAccount = route({
  method: 'POST',
  path: '/api/delete-account',
  summary:
    'Delete your own account after confirming the password in this session, or another one as admin; the last admin names a successor',
  body: z.nullish(
    z.strictObject({
      user_id: z.optional(Uuid),
      successor_id: z.optional(Uuid),
      on_delete: z.optional(OnDelete),
      confirmation: z.optional(Uuid),
      /** Why an admin closes someone else's account; the mail to them has it. */
      reason: z.optional(text(500)),
    }),
  ),
  replies: { 204: null },
});

export const xpSeen = route({
  method: 'POST',
  path: '/api/user/xp-seen',
  summary: 'Store how much experience was shown; never decreases and never exceeds the total',
  body: z.object({ total_xp_seen: z.int().check(z.gte(0)) }),
  replies: { 200: UserData },
});

const SeenId = z.string().check(z.regex(/^[a-z0-9_.-]{1,60}$/, { error: 'seen_id' }));
export const badgeSeen = route({
  method: 'POST',
  path: '/api/user/badge-seen',
  summary: 'Mark a badge as shown',
  body: z.object({ badge: SeenId }),
  replies: { 200: UserData },
});
export const toastSeen = route({
  method: 'POST',
  path: '/api/user/toast-seen',
  summary: 'Mark a message as shown',
  body: z.object({ toast: SeenId }),
  replies: { 200: UserData },
});
export const wizardSeen = route({
  method: 'POST',
  path: '/api/user/wizard-seen',
  summary: 'Mark a wizard as shown',
  body: z.object({ wizard: SeenId }),
  replies: { 200: UserData },
});

/** The body has exactly one key of `Preferences`, else 422. */
export const patchPreferences = route({
  method: 'PATCH',
  path: '/api/settings/preferences',
  summary: 'Set one preference, unless a device has changed it later',
  /** When the person chose it, by the clock of the device; without it, now. A change made before the stored one is not applied. */
  query: z.object({ changed_at: z.optional(Instant) }),
  body: z.record(z.string(), z.unknown()),
  replies: { 200: UserData },
});

export const patchAccount = route({
  method: 'PATCH',
  path: '/api/settings/account',
  summary:
    'Change name, mail address, password or country; mail and password need the current password and end all other sessions. A new address applies once it is confirmed. The response does not show whether it belongs to another account',
  body: z.strictObject({
    name: z.optional(UserName),
    email: z.optional(Email),
    password: z.optional(Password),
    country_code: z.optional(z.nullable(CountryCode)),
    current_password: z.optional(GivenPassword),
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
  summary: 'List the sessions of the user',
  replies: { 200: z.object({ data: z.array(Session) }) },
});

export const deleteSession = route({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'End one of your own sessions; 404 for the session of another user',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

import { z } from 'zod/mini';
import { InviteToken } from './accounts.ts';
import { route } from './route.ts';
import { text, Uuid } from './vocabulary.ts';

/** Who may create an account: everyone, people with an invitation, or nobody. */
export const RegistrationMode = z.enum(['open', 'invite', 'closed']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** A POST, so that the token does not get into logs of addresses. */
export const checkRegistration = route({
  method: 'POST',
  path: '/api/registration',
  summary: 'Whether the sender can create an account, with the token of an invitation link if there is one',
  body: z.object({ invite: z.optional(InviteToken) }),
  replies: {
    200: z.object({
      data: z.object({
        registration: RegistrationMode,
        can_register: z.boolean(),
        /** Whether visitors without an account may look around (docs/decisions/0052-browsing-without-an-account.md). */
        allows_browsing: z.boolean(),
        /** Whether nobody has chosen that yet, so that the first account is asked; older servers send nothing. */
        asks_browsing: z.optional(z.boolean()),
      }),
    }),
  },
});

export const INVITATION_MAX_DAYS = 365;
export const INVITATION_MAX_USES = 1000;

/** A link with which a limited number of people can create an account. */
export const Invitation = z.object({
  id: Uuid,
  label: z.string(),
  /** The name of the admin who created it; empty if their account is closed. */
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  max_uses: z.int(),
  uses: z.int(),
  state: z.enum(['active', 'used_up', 'expired', 'revoked']),
});
export type Invitation = z.infer<typeof Invitation>;

export const listInvitations = route({
  method: 'GET',
  path: '/api/invitations',
  summary: 'As admin, the newest 200 invitations, and who may create an account',
  replies: { 200: z.object({ data: z.array(Invitation), registration: RegistrationMode }) },
});

/** The device generates the token, 256 random bits; the server stores only its hash. */
export const putInvitation = route({
  method: 'PUT',
  path: '/api/invitations/:id',
  summary: 'As admin, create an invitation; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  body: z.strictObject({
    token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    label: text(80),
    days: z.int().check(z.gte(1), z.lte(INVITATION_MAX_DAYS)),
    max_uses: z.int().check(z.gte(1), z.lte(INVITATION_MAX_USES)),
  }),
  replies: { 200: z.object({ data: Invitation }) },
});

export const deleteInvitation = route({
  method: 'DELETE',
  path: '/api/invitations/:id',
  summary: 'As admin, revoke an invitation; it stays in the list',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

import { z } from 'zod/mini';
import { ListedObservation } from '../observations.ts';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, Instant, NumberText, requiredText, TaxonGroup, Uuid } from '../vocabulary.ts';

/** Limit in characters of a message, as stored: a mention counts as its id. */
export const MAX_MESSAGE = 4000;
/** Messages in a page of a conversation, and conversations in a page of the list. */
export const MESSAGE_PAGE = 50;

const PageSize = z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(MESSAGE_PAGE))));

/** The name is empty once the account is closed. */
const Correspondent = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });

/**
 * Whether the caller can write to a person (decision 0085): `open`, or why not. The person accepts messages from `nobody`, or only from
 * people that they have `followed`; their account is `gone`; or the caller’s is `unconfirmed`, `limited` or `suspended`.
 */
const WRITING = ['open', 'nobody', 'followed', 'gone', 'unconfirmed', 'limited', 'suspended'] as const;
export type Writing = (typeof WRITING)[number];

/** `hidden`: by a moderator; its sender still reads it. */
const MESSAGE_STATES = ['sent', 'deleted', 'hidden'] as const;

const messageShape = {
  id: DeviceMadeId,
  is_own: z.boolean(),
  /** Plain text with links as in comments; empty once it is deleted, or hidden from the caller. */
  text: z.string(),
  state: z.enum(MESSAGE_STATES),
  /** When it was written, by the clock of its device. */
  written_at: z.string(),
};

export const Message = z.object({
  ...messageShape,
  /** The record that it is about, if the sender named one. */
  about_id: z.nullable(DeviceMadeId),
  /** That record as the caller may see it; null where they may not. */
  about: z.nullable(ListedObservation),
});
export type Message = z.infer<typeof Message>;

export const Conversation = z.object({
  person: Correspondent,
  /** The beginning of the latest message. */
  last: z.object(messageShape),
  is_unread: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

export const listConversations = route({
  method: 'GET',
  path: '/api/messages',
  summary: 'The conversations of the caller, the one with the latest message first',
  query: z.object({ cursor: z.optional(Cursor), limit: PageSize }),
  replies: { 200: z.object({ data: z.array(Conversation), next_cursor: z.nullable(z.string()) }) },
});

export const getConversation = route({
  method: 'GET',
  path: '/api/messages/:id',
  summary:
    'The messages between the caller and a person, the latest first, and whether the caller can write to them. Empty if there are none; 404 for people whom the caller cannot see',
  params: z.object({ id: Uuid }),
  query: z.object({ cursor: z.optional(Cursor), limit: PageSize }),
  replies: {
    200: z.object({
      person: Correspondent,
      writing: z.enum(WRITING),
      is_unread: z.boolean(),
      data: z.array(Message),
      next_cursor: z.nullable(z.string()),
    }),
  },
});

const OneMessage = z.object({ id: Uuid, message: DeviceMadeId });

export const putMessage = route({
  method: 'PUT',
  path: '/api/messages/:id/:message',
  summary:
    'Write to a person. The id is made on the device, and repeating the request changes nothing; 409 for an id in use otherwise. 403 with the type messages_closed if the person does not accept messages from the caller',
  params: OneMessage,
  body: z.object({
    text: requiredText(MAX_MESSAGE),
    /** A record that it is about. Each of the two sees of it what they may. */
    about_id: z.nullish(DeviceMadeId),
    /** When the person wrote it, by the clock of the device. */
    written_at: Instant,
  }),
  replies: { 204: null },
});

export const deleteMessage = route({
  method: 'DELETE',
  path: '/api/messages/:id/:message',
  summary: 'Delete a message of the caller, for both; an unknown one counts as deleted',
  params: OneMessage,
  replies: { 204: null },
});

export const readMessages = route({
  method: 'PUT',
  path: '/api/messages/:id/read',
  summary: 'Mark the messages of a person as read, through one of them, with their notifications; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  body: z.object({ through: DeviceMadeId }),
  replies: { 204: null },
});

export const deleteConversation = route({
  method: 'DELETE',
  path: '/api/messages/:id/through/:message',
  summary:
    'Delete the messages through one of them from the conversation of the caller, not from that of the other person; repeating the request changes nothing',
  params: OneMessage,
  replies: { 204: null },
});

/** Somebody who identifies a group well and accepts a message of the caller. */
export const Expert = z.extend(Correspondent, {
  /** Whether the instance appointed them as an expert for the group. */
  is_expert: z.boolean(),
  /** How many of their latest identifications in the group the community agreed with. */
  agreed: z.int(),
});
export type Expert = z.infer<typeof Expert>;

export const MAX_EXPERTS = 5;

export const listExperts = route({
  method: 'GET',
  path: '/api/observations/:id/experts',
  summary: 'Up to five people to ask about a record: who identifies its group best in its country and accepts a message of the caller',
  params: z.object({ id: DeviceMadeId }),
  /** `group`: null for a record without a taxon, for which there are none. */
  replies: { 200: z.object({ data: z.object({ people: z.array(Expert), group: z.nullable(TaxonGroup) }) }) },
});

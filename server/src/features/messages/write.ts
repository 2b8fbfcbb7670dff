import type { BodyOf, putMessage, Writing } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';
import type { Caller } from '../accounts/access.ts';
import { insertNotifications, readThroughCause } from '../notifications/write.ts';
import { lockPair } from '../relations/store.ts';
import {
  type Correspondent,
  findCorrespondent,
  findCounts,
  findMessage,
  findReceived,
  insertMessage,
  setConversationRead,
  setMessageDeleted,
} from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Messages of a person in an hour. */
export const MAX_AN_HOUR = 120;
/** Conversations that a person begins in a day, and of them those of a new account (decision 0064). */
export const MAX_BEGUN_A_DAY = 20;
export const MAX_BEGUN_BY_NEW = 3;
/** What devices wait before they try again what waits on a restriction. */
const RETRY_AFTER_S = 3600;

type Writer = Pick<Caller, 'userId' | 'standing' | 'isConfirmed'>;

/**
 * Whether a caller can write to a person, and if not, why (decision 0085). Who was written to by the person can always answer. Somebody
 * whom the person does not follow is a stranger, and needs an account that is in order.
 */
export function tellWriting(person: Correspondent, caller: Pick<Caller, 'standing' | 'isConfirmed'>): Writing {
  if (person.is_closed) return 'gone';
  if (caller.standing === 'suspended') return 'suspended';
  if (person.has_written) return 'open';
  if (person.accepts === 'nobody') return 'nobody';
  if (person.follows) return 'open';
  if (person.accepts === 'followed') return 'followed';
  if (caller.standing === 'limited') return 'limited';
  return caller.isConfirmed ? 'open' : 'unconfirmed';
}

/** Throws what the person may not do now, in the words of the caller's language. */
function requireOpen(writing: Writing): void {
  if (writing === 'open') return;
  if (writing === 'gone') throw new Fault('not_found');
  if (writing === 'unconfirmed') throw new Fault('email_unconfirmed');
  if (writing === 'limited' || writing === 'suspended') throw new Fault(writing, { retryAfter: RETRY_AFTER_S });
  throw new Fault('messages_closed');
}

interface Keys {
  /** The other person. */
  personId: string;
  /** The message. */
  id: string;
  now: Date;
}

/**
 * Stores a message and notifies its recipient. A repeated request changes nothing, also after the recipient has closed the door or the
 * message was deleted. A clock that is ahead counts as `now`.
 */
export async function writeMessage(tx: Tx, caller: Writer, { personId, id, now }: Keys, body: BodyOf<typeof putMessage>): Promise<void> {
  if (personId === caller.userId) throw new Fault('forbidden');
  // So that a block waits, and simultaneous messages of the caller count one another.
  const areOpen = await lockPair(tx, caller.userId, personId);
  const text = body.text.trim();
  const about = body.about_id ?? null;
  const existing = await findMessage(tx, id);
  if (existing) {
    const isSame = existing.text === text && existing.observation_id === about;
    if (existing.user_id !== caller.userId || existing.recipient_id !== personId) throw new Fault('conflict');
    if (existing.deleted_at === null && !isSame) throw new Fault('conflict');
    return;
  }
  const person = areOpen ? await findCorrespondent(tx, caller.userId, personId) : undefined;
  if (!person) throw new Fault('not_found');
  requireOpen(tellWriting(person, caller));
  await requireBelowLimits(tx, caller.userId, person, now);
  const written = new Date(body.written_at);
  const row = { id, user_id: caller.userId, recipient_id: personId, text, observation_id: about, created_at: now };
  if (!(await insertMessage(tx, { ...row, written_at: written < now ? written : now }))) throw new Fault('conflict');
  const path = `/messages/${caller.userId}`;
  const event = { userId: personId, kind: 'message', reason: 'written_to', subject: subjectOf(caller.userId) } as const;
  await insertNotifications(tx, [{ ...event, causeId: id, actorId: caller.userId, facts: { path }, at: now }]);
}

/** The notifications about the messages of one person are one entry. */
const subjectOf = (senderId: string) => `messages ${senderId}`;

/** Throws 429 beyond the limits. They apply to this route only, so the device may continue with other operations. */
async function requireBelowLimits(tx: Tx, userId: string, { is_known }: Correspondent, now: Date): Promise<void> {
  const since = { hour: new Date(now.getTime() - HOUR_MS), day: new Date(now.getTime() - DAY_MS) };
  const { written, begun, is_new } = await findCounts(tx, userId, since);
  const stop = (oldest: Date | undefined, spanMs: number) => {
    if (!oldest) return;
    const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + spanMs - now.getTime()) / 1000));
    throw new Fault('too_many_requests', { retryAfter, members: { scope: 'route' } });
  };
  stop(written.at(-MAX_AN_HOUR), HOUR_MS);
  if (!is_known) stop(begun.at(is_new ? -MAX_BEGUN_BY_NEW : -MAX_BEGUN_A_DAY), DAY_MS);
}

/** Deletes a message of the caller for both. Does nothing to one of somebody else. */
export async function removeMessage(tx: Tx, userId: string, { personId, id, now }: Keys): Promise<void> {
  const existing = await findMessage(tx, id);
  if (existing?.user_id === userId && existing.recipient_id === personId) await setMessageDeleted(tx, id, now);
}

/** Marks what the caller has of a conversation as read through a message, or deletes it for the caller; its notifications are read too. */
export async function readConversation(tx: Tx, userId: string, { personId, id, now }: Keys, { isRemoved = false } = {}): Promise<void> {
  const through = await findMessage(tx, id);
  const pair = [userId, personId];
  if (!through || !pair.includes(through.user_id) || !pair.includes(through.recipient_id)) return;
  await setConversationRead(tx, { userId, otherId: personId, seq: through.seq, isRemoved });
  const causeId = await findReceived(tx, userId, personId, through.seq);
  if (causeId) await readThroughCause(tx, { userId, kind: 'message', subject: subjectOf(personId), causeId }, now);
}

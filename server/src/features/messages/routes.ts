import {
  deleteConversation,
  deleteMessage,
  getConversation,
  listConversations,
  listExperts,
  MESSAGE_PAGE,
  putMessage,
  readMessages,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { lastOfPage } from '../../http/position.ts';
import { sealFor } from '../../http/seal.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import { findShown } from '../observations/access.ts';
import { findAskedRecord, findExperts } from './experts.ts';
import { presentConversation, presentCorrespondent, presentMessages } from './present.ts';
import { findCorrespondent, listMessages, listOwnConversations } from './store.ts';
import { readConversation, removeMessage, tellWriting, writeMessage } from './write.ts';

/** Sealed, because a position among the messages of everybody would say how many there are. */
const positions = sealFor('positions of messages');

/** Messages between two people, and whom to ask about a record (decision 0085). */
export function registerMessages(app: FastifyInstance, context: Context): void {
  serveReading(app, context);
  serveWriting(app, context);
}

function serveReading(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const open = (cursor: string | undefined) => (cursor === undefined ? null : Number(positions.open(context, cursor, 'cursor')));
  const seal = (seq: number | undefined) => (seq === undefined ? null : positions.seal(context, String(seq)));

  serve(app, listConversations, access, async ({ query: { cursor, limit = MESSAGE_PAGE }, caller: { userId } }) => {
    const rows = await listOwnConversations(context.db, userId, { before: open(cursor), limit: limit + 1 });
    return {
      data: rows.slice(0, limit).map((row) => presentConversation(row, userId)),
      next_cursor: seal(lastOfPage(rows, limit)?.last_seq),
    };
  });

  serve(app, getConversation, access, async ({ params: { id }, query: { cursor, limit = MESSAGE_PAGE }, caller }) => {
    const person = await findCorrespondent(context.db, caller.userId, id);
    if (!person) throw new Fault('not_found');
    const rows = await listMessages(context.db, caller.userId, id, { after: person.removed_seq, before: open(cursor), limit: limit + 1 });
    return {
      person: presentCorrespondent(person),
      writing: tellWriting(person, caller),
      is_unread: person.is_unread,
      data: await presentMessages(context, rows.slice(0, limit), caller),
      next_cursor: seal(lastOfPage(rows, limit)?.seq),
    };
  });

  serve(app, listExperts, access, async ({ params: { id }, caller }) => {
    if (!(await findShown(context.readDb, id, caller.userId))) throw new Fault('not_found');
    const record = await findAskedRecord(context.readDb, id);
    if (!record?.group) return { data: { people: [], group: null } };
    return { data: { people: await findExperts(context.readDb, caller, record, sendsMail(context)), group: record.group } };
  });
}

function serveWriting(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const keysOf = (personId: string, id: string) => ({ personId, id, now: context.now() });

  serve(
    app,
    putMessage,
    access,
    ({ params, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        await writeMessage(tx, caller, keysOf(params.id, params.message), body);
        return undefined;
      }),
    { problems: ['forbidden', 'messages_closed', 'email_unconfirmed', 'conflict'] },
  );

  serve(app, deleteMessage, access, ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      await removeMessage(tx, caller.userId, keysOf(params.id, params.message));
      return undefined;
    }),
  );

  serve(app, readMessages, access, ({ params, body, caller }) =>
    inTransaction(context.db, async (tx) => {
      await readConversation(tx, caller.userId, keysOf(params.id, body.through));
      return undefined;
    }),
  );

  serve(app, deleteConversation, access, ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      await readConversation(tx, caller.userId, keysOf(params.id, params.message), { isRemoved: true });
      return undefined;
    }),
  );
}

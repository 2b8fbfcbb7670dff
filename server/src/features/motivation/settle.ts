import { EXPERIENCE_VERSION, BADGES, type Badge, type Measured, measureProgress } from '@veld/contract';
import { sql } from 'kysely';
import { lockWrites, removeDue } from '../observations/ledger.ts';
import type { Db, Tx } from '../../db/open.ts';
import { findServerState, setServerState } from '../../db/server-state.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { recomputeExperience } from '../observations/experience.ts';
import { updateHelpful, measure } from './measures.ts';
import { setBadges } from '../accounts/store.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';

const PEOPLE_BATCH = 200;
/** Key of the server's state with the version of the rules, and the last person computed with it. */
const RULES_KEY = 'experience_rules';

/**
 * Computes the experience for identifications and the badges of one person, if something that they depend on has changed. What is
 * written in the meantime is noted anew, so that nothing is missed.
 */
export async function settle(db: Db, userId: string, now: Date): Promise<void> {
  const due = await db.selectFrom('motivation_due').select('seq').where('user_id', '=', userId).execute();
  if (due.length === 0) return;
  await inTransaction(db, async (tx) => {
    const user = await tx.selectFrom('users').select('id').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst();
    if (user) {
      await lockWrites(tx, userId);
      await updateHelpful(tx, userId);
      await updateBadges(tx, userId, now);
    }
    await removeDue(
      tx,
      due.map(({ seq }) => seq),
    );
  });
}

/** Settles everybody who is due. */
export async function settleAll({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ user_id: string }>`select distinct user_id from motivation_due limit ${PEOPLE_BATCH}`.execute(db);
    if (rows.length === 0) return;
    for (const { user_id } of rows) await settle(db, user_id, now());
  }
}

/**
 * Computes the experience of everybody anew where the rules have changed, a person at a time in the order of their ids, and stores how
 * far it is, so that it may be interrupted at any point.
 */
export async function applyRules(db: Db): Promise<void> {
  const [version, done] = ((await findServerState(db, RULES_KEY)) ?? '').split(' ');
  let after: string | undefined = Number(version) === EXPERIENCE_VERSION ? done : '00000000-0000-0000-0000-000000000000';
  while (after !== undefined && after !== 'all') {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select id from users where id > ${after}::uuid and erased_at is null order by id limit ${PEOPLE_BATCH}
    `.execute(db);
    for (const { id } of rows) {
      await inTransaction(db, async (tx) => {
        await lockWrites(tx, id);
        await recomputeExperience(tx, id);
      });
    }
    after = rows[PEOPLE_BATCH - 1]?.id ?? 'all';
    await setServerState(db, RULES_KEY, `${EXPERIENCE_VERSION} ${after}`);
  }
}

export function registerSettling(context: Context): void {
  context.jobs.add({
    name: 'motivation',
    cron: '* * * * *',
    isAtStart: true,
    timeLimit: 4 * 3600,
    async run({ isStart }) {
      if (isStart === true) await applyRules(context.db);
      await settleAll(context);
    },
  });
}

const isReached = (badge: Badge, measured: Measured) => measureProgress(badge, measured) >= badge.goal;

/**
 * Gives a person the badges that they have earned, and notifies them. A badge stays when records are deleted. It is lost only if it needed
 * a record that a moderator has hidden. The person's writes must be locked.
 */
async function updateBadges(tx: Tx, userId: string, now: Date): Promise<void> {
  const held = new Set(await listHeld(tx, userId));
  const measured = await measure(tx, userId);
  const earned = BADGES.filter((badge) => !held.has(badge.id) && isReached(badge, measured)).map(({ id }) => id);
  const lost = await lostBadges(tx, userId, held, measured);
  if (earned.length === 0 && lost.length === 0) return;
  const ids = BADGES.map(({ id }) => id).filter((id) => (held.has(id) || earned.includes(id)) && !lost.includes(id));
  await sql`delete from user_badges where user_id = ${userId} and badge = any(${lost}::text[])`.execute(tx);
  await sql`
    insert into user_badges (user_id, badge, earned_at) select ${userId}::uuid, unnest(${earned}::text[]), ${now}
    on conflict do nothing
  `.execute(tx);
  await setBadges(tx, userId, ids);
  await insertNotifications(
    tx,
    earned.map((id) => noticeOf(userId, id, now)),
  );
}

/** One that was lost and earned again is the same. */
function noticeOf(userId: string, badge: string, at: Date): NewNotification {
  const facts = { name: badge, path: '/profile?tab=badges' };
  return { userId, kind: 'badge', reason: 'achieved', subject: badge, causeId: badge, facts, at };
}

async function lostBadges(tx: Tx, userId: string, held: ReadonlySet<string>, measured: Measured): Promise<string[]> {
  const missed = BADGES.filter((badge) => held.has(badge.id) && !isReached(badge, measured));
  if (missed.length === 0) return [];
  const withHidden = await measure(tx, userId, true);
  return missed.filter((badge) => isReached(badge, withHidden)).map(({ id }) => id);
}

async function listHeld(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('user_badges').select('badge').where('user_id', '=', userId).execute();
  return rows.map(({ badge }) => badge);
}

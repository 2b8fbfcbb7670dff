import { sql } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import type { Causes } from '../../http/pieces.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import { ENDS_AT, STARTS_AT } from './store.ts';

/** How long after a project has begun or ended people are still notified, in case the server was down. */
const LATEST = sql`interval '1 day'`;

interface DueRow {
  user_id: string;
  project_id: string;
  moment: 'starts' | 'ends';
}

/**
 * Notifies the participants that a project begins or has ended, by the clock of its time zone. Each is notified once, however often this
 * runs, and not of what happened before they joined.
 */
export async function tellOfProjects({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<DueRow>`
      select m.user_id, p.id as project_id, due.moment
      from projects p cross join lateral (values
        ('starts', ${STARTS_AT}), ('ends', ${ENDS_AT})
      ) due (moment, at)
      join project_members m on m.project_id = p.id and m.joined_at < due.at
      where p.cancelled_at is null and due.at <= ${now()} and due.at > ${now()}::timestamptz - ${LATEST}
      order by p.id, due.at, m.user_id
    `.execute(tx);
    await insertNotifications(
      tx,
      rows.map((row) => ({ ...noticeOf(row), at: now() })),
    );
  });
}

function noticeOf({ user_id, project_id, moment }: DueRow): NewNotification {
  return {
    userId: user_id,
    kind: 'project',
    reason: 'member',
    // Two entries: that a project has ended must not hide behind the one that it began.
    subject: `${project_id} ${moment}`,
    causeId: moment,
    facts: { project_id, moment, path: `/projects/${project_id}` },
  };
}

/** What the notifications of this feature are about. */
export const causes: Causes = {
  project: {
    isThere: () => sql`(
      n.facts ->> 'moment' is distinct from 'news' or exists (
        select 1 from project_news w
        where w.project_id = (n.facts ->> 'project_id')::uuid and w.id::text = n.cause_id and w.removed_at is null
      )
    )`,
    details: { column: 'project_name', value: () => sql`(select p.name from projects p where p.id = (n.facts ->> 'project_id')::uuid)` },
  },
};

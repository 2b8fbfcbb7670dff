import { type AppVersion, deleteAppVersion, listAppVersions, putAppVersion } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { type AppVersionRow, listAppVersionRows, removeVersion, upsertVersion } from '../operations/store.ts';
import { compareVersions } from '../operations/app-versions.ts';

/** The versions of the app that admins announce. Devices learn of them from `POST /api/check-version`. */
export function serveVersions(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, listAppVersions, access, async () => {
    const rows = await listAppVersionRows(db);
    return { data: rows.toSorted((a, b) => compareVersions(b.minimum_version, a.minimum_version)).map(presentVersion) };
  });

  serve(app, putAppVersion, access, ({ params: { version }, body, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      const { level, update_url } = body;
      const row = await upsertVersion(tx, {
        minimum_version: version,
        level,
        update_url,
        notes: JSON.stringify(body.notes),
        created_at: now,
      });
      const details = { level, update_url, languages: Object.keys(body.notes) };
      await logAct(tx, { actorId: caller.userId, action: 'put_version', subject: ['app_version', version], details }, now);
      return { data: presentVersion(row) };
    }),
  );

  serve(app, deleteAppVersion, access, ({ params: { version }, caller }) =>
    inTransaction(db, async (tx) => {
      if (!(await removeVersion(tx, version))) return undefined;
      await logAct(tx, { actorId: caller.userId, action: 'delete_version', subject: ['app_version', version] }, context.now());
      return undefined;
    }),
  );
}

function presentVersion({ minimum_version, level, update_url, notes, created_at }: AppVersionRow): AppVersion {
  return { version: minimum_version, level, update_url, notes, created_at: created_at.toISOString() };
}

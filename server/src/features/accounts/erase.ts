import type { Context } from '../../http/context.ts';
import { removeOldResets } from './resets.ts';
import { removeOldSessions } from './sessions.ts';
import { listUsersToErase, markErased } from './store.ts';

/** Removes everything a feature keeps of a person; may be run again. */
export type Eraser = (context: Context, userId: string) => Promise<void>;

/**
 * The daily work on accounts: erasing those whose time has come, with what every feature keeps of them, and sweeping away
 * sessions and links that ended long ago. `erasers` run in order: records before the photos they show.
 */
export function registerErasing(context: Context, erasers: Eraser[]): void {
  context.jobs.add({
    name: 'accounts-daily',
    cron: '17 3 * * *',
    timeLimit: 3600,
    run: async () => {
      const now = context.now();
      await removeOldSessions(context.db, now);
      await removeOldResets(context.db, now);
      for (const id of await listUsersToErase(context.db, now)) {
        for (const erase of erasers) await erase(context, id);
        // Last: an erasing that was interrupted is done again tomorrow.
        await markErased(context.db, id, now);
      }
    },
  });
}

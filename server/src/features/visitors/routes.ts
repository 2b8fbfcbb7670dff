import { getVisitorPage, getVisitorSettings, putVisitorSettings } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { serve } from '../../http/serve.ts';
import { keepForVisitors, reader, withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { registerDocuments } from './documents.ts';
import { registerSitemaps } from './sitemaps.ts';

export interface VisitorNeeds {
  /** Of all features. */
  pages: readonly PublicPage[];
}

/** What everyone can open where visitors may look around (decisions 0052 and 0081). */
export async function registerVisitors(app: FastifyInstance, context: Context, { pages }: VisitorNeeds): Promise<void> {
  await registerDocuments(app, context, pages);
  registerSitemaps(app, context, pages);
  const admins = withRole(context, 'admin');

  serve(
    app,
    getVisitorPage,
    reader(context),
    async ({ params, caller, reply }) => {
      const page = pages.find(({ kind }) => kind === params.kind);
      const found = page?.isId(params.id) ? await page.find(context, params.id, caller) : null;
      if (found === 'gone') throw new Fault('gone');
      if (!found) throw new Fault('not_found');
      keepForVisitors(caller, reply);
      return { data: found.content };
    },
    { problems: ['not_found', 'gone', 'too_many_requests'] },
  );

  serve(app, getVisitorSettings, admins, async () => {
    const { isOpen, isIndexed, isChosen } = await context.browsing.current();
    const is_fixed = context.config.ALLOW_BROWSING !== null;
    return { data: { allows_browsing: isOpen, allows_indexing: isIndexed, is_chosen: isChosen, is_fixed } };
  });

  serve(app, putVisitorSettings, admins, async ({ body, caller }) => {
    const before = await context.browsing.current();
    const { allows_browsing: isOpen, allows_indexing: isIndexed } = body;
    const isSame = before.isChosen && before.isOpen === isOpen && before.isIndexed === isIndexed;
    if (isSame) return undefined;
    await context.browsing.choose({ isOpen, isIndexed });
    if (isIndexed) await context.jobs.send('sitemaps', {});
    const details = { browsing: isOpen, indexing: isIndexed };
    await logAct(
      context.db,
      { actorId: caller.userId, action: 'change_browsing', subject: ['server', 'visitors'], details },
      context.now(),
    );
    return undefined;
  });
}

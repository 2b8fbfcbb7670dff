import { createHash } from 'node:crypto';
import { deleteEmbed, EmbedKey, getEmbedCounter, getEmbedMap, listEmbeds, putEmbed } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { loggedIn, withConfirmedEmail } from '../accounts/access.ts';
import { CELL_SHIFT, presentCells, presentEmbed } from './present.ts';
import { countEmbeds, findCounter, findEmbed, findOriginsByKey, insertEmbed, listEmbedCells, listEmbedsOf, removeEmbed } from './store.ts';

/** Limit of keys per person. */
const MAX_KEYS = 100;

/** Keys with which other websites show a person's counter or map. */
export function registerEmbeds(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listEmbeds, access, async ({ caller }) => ({ data: (await listEmbedsOf(db, caller.userId)).map(presentEmbed) }));

  serve(
    app,
    putEmbed,
    withConfirmedEmail(context),
    async ({ params, body, caller }) => {
      const findOwn = async () => {
        const row = await findEmbed(db, params.id);
        if (row && row.user_id !== caller.userId) throw new Fault('not_found');
        return row;
      };
      const existing = await findOwn();
      if (existing) return { data: presentEmbed(existing) };
      if ((await countEmbeds(db, caller.userId)) >= MAX_KEYS) throw new Fault('too_many_requests', { retryAfter: 86_400 });
      const made = await insertEmbed(db, {
        id: params.id,
        user_id: caller.userId,
        key_hash: hashKey(body.key),
        label: body.label,
        origins: [...new Set(body.origins.map((origin) => origin.toLowerCase()))],
        created_at: context.now(),
      });
      // Not inserted: either a simultaneous request has inserted the row, or the key is in use, which does not happen with random keys.
      const row = made ?? (await findOwn());
      if (!row) throw invalid('key', 'embed_key');
      return { data: presentEmbed(row) };
    },
    { problems: ['email_unconfirmed'] },
  );

  serve(app, deleteEmbed, access, async ({ params, caller }) => {
    if (!(await removeEmbed(db, caller.userId, params.id))) throw new Fault('not_found');
    return undefined;
  });

  serve(app, getEmbedCounter, anyone, async ({ query, reply }) => {
    const counter = await findCounter(context.readDb, hashKey(query.key));
    if (!counter) throw new Fault('not_found');
    void reply.header('cache-control', 'private, max-age=60');
    return { data: counter };
  });

  serve(app, getEmbedMap, anyone, async ({ query, reply }) => {
    const keyHash = hashKey(query.key);
    const counter = await findCounter(context.readDb, keyHash);
    if (!counter) throw new Fault('not_found');
    const cells = await listEmbedCells(context.readDb, keyHash, CELL_SHIFT);
    void reply.header('cache-control', 'private, max-age=300');
    return { data: { ...counter, cells: presentCells(cells) } };
  });
}

/** The origins that may frame the embed of a key. An empty list means any origin, and null an unknown key. */
export async function frameAncestorsOf(context: Context, key: string | undefined): Promise<string[] | null> {
  const known = EmbedKey.safeParse(key);
  return known.success ? findOriginsByKey(context.readDb, hashKey(known.data)) : null;
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

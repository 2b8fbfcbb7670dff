import type { ArticleGroup, ArticleText, Language } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';
import { type Library, ORDER_OF_NEW } from './library.ts';
import { presentRevision } from './present.ts';
import { findRevision, insertArticle, insertRevision, listRevisions, type NamedRevision } from './store.ts';

export interface Saving {
  id: string;
  slug: string;
  language: Language;
  /** The newest revision that the writer knew. */
  base: string | null;
  userId: string;
  now: Date;
  /** The group of an article that does not exist yet. */
  createIn?: ArticleGroup | undefined;
}

type Content = ArticleText & { restored: number | null };

/**
 * Stores a revision, once for each id. `write` finds its content. Throws 404 for an unknown article and 409 with the newest
 * revision if somebody saved one in the meantime.
 */
export async function saveRevision(tx: Tx, library: Library, saving: Saving, write: () => Promise<Content>): Promise<NamedRevision> {
  const repeated = await findOwn(tx, saving);
  if (repeated) return repeated;
  const exists = (await library.find(tx, saving.slug)) !== null;
  if (!exists && !saving.createIn) throw new Fault('not_found');
  await insertNext(tx, saving, exists, await write());
  // Also stored if a simultaneous request with the same id was first.
  const stored = await findOwn(tx, saving);
  if (!stored) throw conflict((await listRevisions(tx, saving.slug, saving.language, 1))[0]);
  return stored;
}

/** Does nothing if the newest revision is not the one that the writer knew. */
async function insertNext(tx: Tx, { base, createIn, userId, now, ...saving }: Saving, exists: boolean, content: Content): Promise<void> {
  const [newest] = await listRevisions(tx, saving.slug, saving.language, 1);
  if ((newest?.id ?? null) !== base) return;
  if (createIn && (exists || !(await insertArticle(tx, saving.slug, createIn, ORDER_OF_NEW)))) return;
  await insertRevision(tx, { ...saving, ...content, number: (newest?.number ?? 0) + 1, user_id: userId, created_at: now });
}

/** The revision with this id, if the caller stored it for this article. 404 if it is another's. */
async function findOwn(tx: Tx, { id, slug, language, userId }: Saving): Promise<NamedRevision | undefined> {
  const row = await findRevision(tx, id);
  if (row && (row.user_id !== userId || row.slug !== slug || row.language !== language)) throw new Fault('not_found');
  return row;
}

function conflict(newest: NamedRevision | undefined): Fault {
  return new Fault('conflict', { members: { current: newest ? presentRevision(newest) : null } });
}

import type { Language, Notification, TaxonSummary } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import type { EntryRow } from './store.ts';
import { sealFor } from '../../http/seal.ts';

/** Names of taxa by id, in a language; a later feature has them. */
export type FindTaxa = (db: Db | Tx, ids: readonly number[], language: Language) => Promise<Map<number, TaxonSummary>>;

export type Taxa = ReadonlyMap<number, TaxonSummary>;

/** The names of the taxa that entries are about. */
export function findEntryTaxa(db: Db | Tx, findTaxa: FindTaxa, rows: readonly EntryRow[], language: Language): Promise<Taxa> {
  return findTaxa(
    db,
    [...new Set(rows.flatMap((row) => [row.taxon_id ?? [], row.facts.taxon_id ?? [], row.grade?.taxon_id ?? []].flat()))],
    language,
  );
}

/** An entry for the person whose it is. Of a record that hides its place, others get no time (decision 0016). */
export function presentEntry(context: Pick<Context, 'secret'>, row: EntryRow, taxa: Taxa): Notification {
  const { facts, offline_map: map, saved_view: view } = row;
  const grade = row.grade ?? facts;
  const taxonOf = (id: number | null | undefined) => (id == null ? null : (taxa.get(id) ?? null));
  return {
    id: row.entry_id,
    kind: row.kind,
    reason: row.reason,
    record:
      row.observation_id === null
        ? null
        : { id: row.observation_id, taxon: taxonOf(row.taxon_id), verbatim_name: row.taxon_id === null ? row.verbatim_name : null },
    people: row.people,
    people_count: row.people_count,
    identification: facts.identification ? { outcome: facts.identification, taxon: taxonOf(facts.taxon_id) } : null,
    quality: grade.quality ? { quality: grade.quality as 'casual' | 'needs_id' | 'confirmed', taxon: taxonOf(grade.taxon_id) } : null,
    ...(facts.vote && { vote: facts.vote }),
    validation: facts.validation ?? null,
    question: row.question && { ...row.question, is_answer: facts.is_answer ?? false },
    moderation: facts.moderation ? { outcome: facts.moderation, subject: facts.subject ?? '' } : null,
    project: facts.moment ? { moment: facts.moment } : null,
    offline_map: map && facts.offline_map ? { moment: facts.offline_map, until: map.until && new Date(map.until).toISOString() } : null,
    emoji: row.emoji,
    name: row.announcement?.text ?? row.project_name ?? view?.name ?? map?.name ?? facts.name ?? null,
    path: row.announcement?.link ?? (view && writeHitsPath(view.query)) ?? facts.path ?? null,
    is_read: !row.is_unread,
    is_muted: row.is_muted,
    through: sealPosition(context, row.seq),
    created_at: row.is_hidden ? null : row.created_at.toISOString(),
  };
}

/** Explore with the records of a view, the last added first. */
function writeHitsPath(query: string): string {
  const address = new URLSearchParams(query);
  for (const name of ['view', 'as']) address.delete(name);
  address.set('order', 'uploaded');
  return `/explore?${address}`;
}

const positions = sealFor('positions of notifications');

/** The position of an event, sealed, because a position among the events of everybody would be a time. */
export function sealPosition(context: Pick<Context, 'secret'>, position: number): string {
  return positions.seal(context, String(position));
}

/** The position in a text of `sealPosition`. Throws 422 for `field` if this server did not make it. */
export function openPosition(context: Pick<Context, 'secret'>, sealed: string, field: string): number {
  return Number(positions.open(context, sealed, field));
}

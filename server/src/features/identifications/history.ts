import {
  type GroupHistory,
  type IdentificationFate,
  type listOwnIdentifications,
  MAX_HISTORY,
  MAX_WAITING_COUNT,
  type QueryOf,
  type ReplyOf,
  type TaxonGroup,
  tellFate,
} from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isListedFor } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { sealFor } from '../../http/seal.ts';
import type { Caller } from '../accounts/access.ts';
import { presentListed } from '../observations/present.ts';
import { listCandidates, listObservations } from '../observations/store.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';

const DEFAULT_LIMIT = 20;

/** Sealed, because a position among the identifications of everybody would be a time. */
const positions = sealFor('positions of own identifications');

interface OwnRow {
  id: string;
  observation_id: string;
  taxon_id: number;
  community_taxon_id: number | null;
  group: TaxonGroup;
  seq: number;
}

interface Judged extends OwnRow {
  fate: IdentificationFate;
}

/** The caller's latest identifications, with what became of them. */
async function listJudged(db: Db, userId: string): Promise<Judged[]> {
  const { rows } = await sql<OwnRow>`
    select i.id, i.observation_id, i.taxon_id, o.community_taxon_id, t.taxon_group as "group", i.seq::integer as seq
    from identifications i join observations o on o.id = i.observation_id join users u on u.id = o.user_id join taxa t on t.id = i.taxon_id
    where i.user_id = ${userId} and i.withdrawn_at is null and i.hidden_by_moderator_at is null and ${isListedFor(userId)}
    order by i.seq desc limit ${sql.lit(MAX_HISTORY)}
  `.execute(db);
  const lineages = await findLineages(
    db,
    rows.flatMap(({ taxon_id, community_taxon_id }) => [taxon_id, ...(community_taxon_id === null ? [] : [community_taxon_id])]),
  );
  return rows.flatMap((row) => {
    const said = lineages.get(row.taxon_id);
    const community = row.community_taxon_id === null ? null : (lineages.get(row.community_taxon_id) ?? null);
    return said ? [{ ...row, fate: tellFate(said, community) }] : [];
  });
}

/** A page of the caller's identifications with their records. */
export async function ownPage(
  context: Context,
  { group, fate, cursor, limit = DEFAULT_LIMIT }: QueryOf<typeof listOwnIdentifications>,
  { userId: callerId, language }: Caller,
): Promise<ReplyOf<typeof listOwnIdentifications>> {
  const db = context.readDb;
  const after = cursor === undefined ? Infinity : Number(positions.open(context, cursor, 'cursor'));
  const all = (await listJudged(db, callerId)).filter(
    (one) => one.seq < after && (!group || one.group === group) && (!fate || one.fate === fate),
  );
  const page = all.slice(0, limit);
  const ids = page.map((one) => one.observation_id);
  const rows = ids.length === 0 ? [] : await listObservations(db, { callerId, language, ids, limit: ids.length });
  const records = new Map(rows.map((row) => [row.id, row]));
  const lineages = await findLineages(
    db,
    page.map((one) => one.taxon_id),
  );
  const current = (id: number) => lineages.get(id)?.at(-1)?.id ?? id;
  const taxa = await findSummaries(
    db,
    page.map((one) => current(one.taxon_id)),
    language,
  );
  const last = all.length > limit ? page.at(-1) : undefined;
  return {
    data: page.flatMap((one) => {
      const record = records.get(one.observation_id);
      const taxon = taxa.get(current(one.taxon_id));
      return record && taxon ? [{ id: one.id, taxon, fate: one.fate, record: presentListed(context, record) }] : [];
    }),
    next_cursor: last ? positions.seal(context, String(last.seq)) : null,
  };
}

/** What became of the caller's identifications, and what waits for the caller, by group. */
export async function summarizeOwn({ readDb: db }: Context, { userId: callerId, language }: Caller): Promise<GroupHistory[]> {
  const judged = await listJudged(db, callerId);
  const waiting = await listCandidates(db, {
    callerId,
    language,
    isWaiting: true,
    isUnreviewed: true,
    hasPhotos: true,
    limit: MAX_WAITING_COUNT,
  });
  const groups = new Map<TaxonGroup, GroupHistory>();
  const of = (group: TaxonGroup) => {
    const known = groups.get(group) ?? { group, agreed: 0, refined: 0, differed: 0, open: 0, waiting: 0 };
    groups.set(group, known);
    return known;
  };
  for (const { group, fate } of judged) of(group)[fate] += 1;
  for (const { group } of waiting) if (group !== null) of(group).waiting += 1;
  const given = ({ agreed, refined, differed, open }: GroupHistory) => agreed + refined + differed + open;
  return [...groups.values()].toSorted((one, other) => given(other) - given(one) || other.waiting - one.waiting);
}

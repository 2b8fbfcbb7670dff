import { CONFUSED_BY, type Language, type Lineage, type listConfusions, type ReplyOf } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import { counted } from '../../db/rows.ts';
import type { Db } from '../../db/open.ts';
import { IS_LISTED } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';

/** Limits of what is read, so that the answer for the commonest species takes no longer: of a species' identifications and records. */
const MAX_IDENTIFICATIONS = 500;
const MAX_RECORDS = 2000;
/** Species that are looked at as what others were corrected to: those found, and some of the same genus. */
const MAX_OTHERS = 16;
const MAX_SHOWN = 8;

type Confusions = ReplyOf<typeof listConfusions>['data'];

interface Pair {
  /** The species that somebody gave. */
  from: number;
  /** The species on which people agree. */
  to: number;
  records: number;
}

/**
 * Gives the confusions of a species to a caller, none for other ranks. They name nobody and are the same for all, so they are kept for a
 * while.
 */
export function makeConfusionFinder(context: Context): (taxonId: number, language: Language) => Promise<Confusions> {
  const db = context.readDb;
  const pairsOf = counted(context.config.COUNTS_MAX_AGE, async (taxonId: number) => ({ pairs: await countPairs(db, taxonId) }));
  return async (taxonId, language) => {
    const taxon = (await findLineages(db, [taxonId])).get(taxonId)?.at(-1);
    if (taxon?.rank !== 'species') return { species: [] };
    const { id } = taxon;
    const byOther = new Map<number, { corrected_from: number; corrected_to: number }>();
    for (const { from, to, records } of (await pairsOf(id)).pairs) {
      const other = from === id ? to : from;
      const counts = byOther.get(other) ?? { corrected_from: 0, corrected_to: 0 };
      byOther.set(other, counts);
      counts[from === id ? 'corrected_to' : 'corrected_from'] = records;
    }
    const shown = [...byOther]
      .map(([other, counts]) => ({ id: other, counts, total: counts.corrected_from + counts.corrected_to }))
      .toSorted((one, other) => other.total - one.total || one.id - other.id)
      .slice(0, MAX_SHOWN);
    const summaries = await findSummaries(
      db,
      shown.map((other) => other.id),
      language,
    );
    return {
      species: shown.flatMap(({ id: other, counts }) => {
        const summary = summaries.get(other);
        return summary ? [{ taxon: summary, ...counts }] : [];
      }),
    };
  };
}

/** The pairs of a species with others that enough people confused. Both species of a pair get the same number. */
async function countPairs(db: Db, species: number): Promise<Pair[]> {
  const into = await pairsInto(db, [species]);
  const others = new Set([...into.map(({ from }) => from), ...(await correctedTo(db, species))].slice(0, MAX_OTHERS));
  const outOf = await pairsInto(db, [...others]);
  return [...into, ...outOf.filter(({ from }) => from === species)].filter(({ people }) => people >= CONFUSED_BY);
}

/** Taxa at or below some species. */
const below = (species: readonly number[]) => sql`
  below as (
    select id as species, id from unnest(${[...species]}::int[]) id
    union select b.species, t.id from taxa t join below b on t.parent_id = b.id
  )`;

/** Whether the record `o` of the user `u` counts: others see it with its place. */
const COUNTS: RawBuilder<boolean> = sql<boolean>`(${IS_LISTED} and o.geoprivacy = 'open' and not ${IS_ABSENCE})`;

/**
 * Which other species people gave for records of some species: that of the observer and those of all identifications, also of those
 * that were replaced or withdrawn. What is coarser than a species excludes none and does not count.
 */
async function pairsInto(db: Db, species: readonly number[]): Promise<(Pair & { people: number })[]> {
  const { rows } = await sql<{ to: number; id: string; user_id: string; taxon_id: number }>`
    with recursive ${below(species)},
    identified as (
      select distinct b.species, i.observation_id
      from below b cross join lateral (
        select observation_id from identifications where taxon_id = b.id and withdrawn_at is null limit ${MAX_IDENTIFICATIONS}
      ) i
    )
    select d.species as "to", o.id, named.user_id, named.taxon_id
    from identified d join observations o on o.id = d.observation_id join users u on u.id = o.user_id
      join below agreed on agreed.id = o.community_taxon_id and agreed.species = d.species
      cross join lateral (
        select o.user_id, o.taxon_id where o.taxon_id is not null
        union
        select i.user_id, i.taxon_id from identifications i join users iu on iu.id = i.user_id
        where i.observation_id = o.id and i.hidden_by_moderator_at is null and iu.erase_after is null
      ) named
    where ${COUNTS} and named.taxon_id <> d.species
  `.execute(db);
  const lineages = await findLineages(
    db,
    rows.map((row) => row.taxon_id),
  );
  const found = new Map<string, { from: number; to: number; records: Set<string>; people: Set<string> }>();
  for (const { to, id, user_id, taxon_id } of rows) {
    const from = speciesIn(lineages.get(taxon_id));
    if (from === undefined || from === to) continue;
    const pair = found.get(`${from} ${to}`) ?? { from, to, records: new Set(), people: new Set() };
    found.set(`${from} ${to}`, pair);
    pair.records.add(id);
    pair.people.add(user_id);
  }
  return [...found.values()].map((pair) => ({ ...pair, records: pair.records.size, people: pair.people.size }));
}

/** Species to which records of a species may have been corrected, the most frequent first, then the others of its genus. */
async function correctedTo(db: Db, species: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive ${below([species])},
    communities as (
      select o.community_taxon_id from below b cross join lateral (
        select o.community_taxon_id from observations o
        where o.taxon_id = b.id and o.deleted_at is null and not o.is_empty
        order by ${OBSERVED} desc, o.id desc limit ${MAX_RECORDS}
      ) o
      union all
      select o.community_taxon_id from below b cross join lateral (
        select observation_id from identifications where taxon_id = b.id and withdrawn_at is null limit ${MAX_IDENTIFICATIONS}
      ) i join observations o on o.id = i.observation_id
    )
    (
      select community_taxon_id as id from communities
      where community_taxon_id not in (select id from below) group by 1 order by count(*) desc, 1 limit ${MAX_OTHERS}
    )
    union all
    (
      select t.id from taxa self join taxa t on t.parent_id = self.parent_id
      where self.id = ${species} and t.rank = 'species' and not t.is_deleted and t.accepted_id is null and t.id <> self.id
      order by t.rarity_class, t.arrival limit ${MAX_OTHERS}
    )
  `.execute(db);
  const lineages = await findLineages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id }) => speciesIn(lineages.get(id)) ?? []).filter((id) => id !== species);
}

const speciesIn = (lineage: Lineage | undefined) => lineage?.find(({ rank }) => rank === 'species')?.id;

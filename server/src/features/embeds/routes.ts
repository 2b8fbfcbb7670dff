import { createHash } from 'node:crypto';
import {
  deleteEmbed,
  EmbedKey,
  getEmbedCounter,
  getEmbedMap,
  getEmbedProject,
  getEmbedRecords,
  getEmbedSpecies,
  getEmbedView,
  getOembed,
  listEmbeds,
  MAX_EMBED_SPECIES,
  MAX_EXPLORED,
  MAX_EMBED_RECORDS,
  putEmbed,
  type Embed,
  type EmbedRecord,
  type EmbedSpecies,
  getKnown,
  type Language,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { FairQueue, forDecoders } from '../../http/fair-queue.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { loggedIn, withConfirmedEmail, NOBODY } from '../accounts/access.ts';
import { countExplored, type Explored, listExploredCells, listExploredSpecies } from '../explore/store.ts';
import { presentSquares, computeShift, SQUARE_LEVEL } from '../map/squares.ts';
import { resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import { listObservations, type ListedRow } from '../observations/store.ts';
import { countRecords, listRecordIds } from '../projects/records-store.ts';
import { findProjectRecords } from '../projects/access.ts';
import { findProject, type ProjectRow } from '../projects/store.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { parseEmbedAddress, describeEmbed } from './oembed.ts';
import {
  countEmbeds,
  type Counter,
  findCounter,
  findEmbed,
  findOriginsByKey,
  insertEmbed,
  listEmbedCells,
  listUserEmbeds,
  listEmbedSpecies,
  removeEmbed,
  type EmbedRow,
} from './store.ts';
import { presentListed } from '../observations/present.ts';

/** Limit of keys per person. */
const MAX_KEYS = 100;

/** Keys with which other websites show a person's counter, map, species and records. */
export function registerEmbeds(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listEmbeds, access, async ({ caller }) => ({ data: (await listUserEmbeds(db, caller.userId)).map(presentEmbed) }));

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

  registerPages(app, context);
}

/** What the pages on other websites ask for. */
function registerPages(app: FastifyInstance, context: Context): void {
  const { readDb } = context;
  const counterOf = async (key: string): Promise<Counter> => {
    const counter = await findCounter(readDb, hashKey(key));
    if (!counter) throw new Fault('not_found');
    return counter;
  };

  serve(app, getEmbedCounter, anyone, async ({ query, reply }) => {
    const counter = await counterOf(query.key);
    void reply.header('cache-control', 'private, max-age=60');
    return { data: presentCounts(counter) };
  });

  serve(app, getEmbedMap, anyone, async ({ query, reply }) => {
    const counter = await counterOf(query.key);
    const cells = await listEmbedCells(readDb, hashKey(query.key), computeShift(SQUARE_LEVEL));
    void reply.header('cache-control', 'private, max-age=300');
    return { data: { ...presentCounts(counter), cells: presentSquares(cells) } };
  });

  serve(app, getEmbedSpecies, anyone, async ({ query, language, reply }) => {
    const counter = await counterOf(query.key);
    const list = await listEmbedSpecies(readDb, counter.user_id, language);
    void reply.header('cache-control', 'private, max-age=300');
    return { data: { ...presentCounts(counter), list } };
  });

  serve(app, getEmbedRecords, anyone, async ({ query, language, reply }) => {
    const counter = await counterOf(query.key);
    const taxonId = query.taxon_id === undefined ? undefined : await currentTaxonId(readDb, query.taxon_id);
    const filter = { callerId: NOBODY, language, userId: counter.user_id, taxonId, isForEmbed: true, limit: MAX_EMBED_RECORDS } as const;
    const records = (await listObservations(readDb, filter)).map((row) => presentRecord(context, row));
    const [taxon = null] = taxonId === undefined ? [] : await listEmbedSpecies(readDb, counter.user_id, language, taxonId);
    void reply.header('cache-control', 'private, max-age=60');
    return { data: { ...presentCounts(counter), taxon, records } };
  });

  serve(app, getEmbedProject, anyone, async ({ query, language, reply }) => {
    await counterOf(query.key);
    const project = await findProject(readDb, query.project_id, NOBODY, context.now());
    if (!project || project.joining !== 'everyone') throw new Fault('not_found');
    const { records: observations, species } = await countRecords(readDb, project, NOBODY);
    const positions = await listRecordIds(readDb, project, { callerId: NOBODY, after: null, limit: MAX_EMBED_RECORDS });
    const ids = positions.map(({ id }) => id);
    const rows = await listObservations(readDb, { callerId: NOBODY, language, ids, isForEmbed: true, limit: MAX_EMBED_RECORDS });
    void reply.header('cache-control', 'private, max-age=60');
    return { data: { ...presentEmbedProject(project), observations, species, records: rows.map((row) => presentRecord(context, row)) } };
  });

  const queue = new FairQueue(forDecoders());
  serve(app, getEmbedView, anyone, async ({ query, language, reply }) => {
    const { key, show, name: _name, ...asked } = query;
    const owner = await counterOf(key);
    // Where visitors see nothing, nobody can show what is not theirs.
    if (asked.user_id !== owner.user_id && !(await context.browsing.isOpen())) throw new Fault('not_found');
    const visitor = { userId: NOBODY, roles: [], timeZone: null, language };
    const shown = await queue.run(key, async () => {
      const found = await resolveRecordFilter(context, asked, visitor, findProjectRecords(context));
      const explored = { filter: { ...found, isWithoutPrivate: true }, callerId: NOBODY };
      const { records, species } = await countExplored(readDb, explored);
      return {
        records,
        species,
        list: show === 'species' ? await listSpeciesOf(explored, language) : [],
        latest:
          show === 'records'
            ? await listObservations(readDb, { callerId: NOBODY, language, selection: found, isForEmbed: true, limit: MAX_EMBED_RECORDS })
            : [],
        cells: show === 'map' ? await listExploredCells(readDb, explored, computeShift(SQUARE_LEVEL)) : [],
      };
    });
    void reply.header('cache-control', 'private, max-age=300');
    const is_minimum = shown.records > MAX_EXPLORED;
    return {
      data: {
        records: { count: Math.min(shown.records, MAX_EXPLORED), is_minimum },
        species: { count: shown.species, is_minimum },
        list: shown.list,
        latest: shown.latest.map((row) => presentRecord(context, row)),
        cells: presentSquares(shown.cells),
      },
    };
  });

  const listSpeciesOf = async (explored: Explored, language: Language): Promise<EmbedSpecies[]> => {
    const rows = await listExploredSpecies(readDb, explored, { order: 'records', after: null, limit: MAX_EMBED_SPECIES });
    const taxa = await findSummaries(
      readDb,
      rows.map(({ species }) => species),
      language,
    );
    return rows.map(({ species, records }) => {
      const { name, scientific_name, rank } = getKnown(taxa, species);
      return { taxon_id: species, name, scientific_name, rank, records };
    });
  };

  serve(app, getOembed, anyone, async ({ query, request }) => {
    const embed = parseEmbedAddress(context, request, query.url);
    if (!embed) throw new Fault('not_found');
    const { name } = await counterOf(embed.key);
    return describeEmbed(embed, name, query);
  });
}

/** The origins that may frame the embed of a key. An empty list means any origin, and null an unknown key. */
export async function listFrameAncestors(context: Context, key: string | undefined): Promise<string[] | null> {
  const known = EmbedKey.safeParse(key);
  return known.success ? findOriginsByKey(context.readDb, hashKey(known.data)) : null;
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function presentEmbed(row: EmbedRow): Embed {
  return { id: row.id, label: row.label, origins: row.origins, created_at: row.created_at.toISOString() };
}

function presentCounts({ name, observations, species }: Counter): Pick<Counter, 'name' | 'observations' | 'species'> {
  return { name, observations, species };
}

/** What another website shows of a project besides its figures. */
function presentEmbedProject({ name, people, start_on, end_on, cancelled_at }: ProjectRow) {
  return { name, people, start_on, end_on, is_cancelled: cancelled_at !== null };
}

/** A part of what everybody sees of a record in lists. */
function presentRecord(context: Context, row: ListedRow): EmbedRecord {
  const { id, taxon, verbatim_name, observed_on, country_code, media } = presentListed(context, row);
  return {
    id,
    taxon: taxon && { id: taxon.id, name: taxon.name, scientific_name: taxon.scientific_name, rank: taxon.rank, group: taxon.group },
    verbatim_name: verbatim_name ?? null,
    observed_on: observed_on ?? null,
    country_code,
    photo: media.find(({ urls }) => urls)?.urls?.[128] ?? null,
  };
}

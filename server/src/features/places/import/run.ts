import { randomUUID } from 'node:crypto';
import type { PublicPlace } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isPlaceShownTo, removePlacesExcept, upsertPublicPlace } from '../../geo/public-places.ts';
import { NOBODY } from '../../accounts/access.ts';
import { PlaceFileFault, readFeatures } from './read-features.ts';
import { type PropertyNames, readPlace } from './read-place.ts';

export interface PlaceImport {
  path: string;
  /** The places of a source are replaced as a whole. */
  source: string;
  kind: PublicPlace['kind'];
  attribution: string;
  properties: PropertyNames;
  /** Whether faulty features are left out, instead of ending the import. */
  skipsFaulty: boolean;
}

export interface PlaceReport {
  places: number;
  removed: number;
  /** What is wrong with features, at most `MAX_FAULTS`. */
  faults: string[];
  faulty: number;
}

const MAX_FAULTS = 20;
const MAX_PLACES = 200_000;

/**
 * Loads a file, in one transaction: people see the places of before until all new ones are there. A place with the key of an earlier one
 * keeps its address. Throws a `PlaceFileFault`, and changes nothing, if a feature is faulty, unless those are left out.
 */
export async function importPlaces(db: Db, job: PlaceImport, now: Date, progress: (places: number) => void): Promise<PlaceReport> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '1800s'`.execute(tx);
    const known = await listKeys(tx, job.source);
    const seen = new Set<string>();
    const report: PlaceReport = { places: 0, removed: 0, faults: [], faulty: 0 };
    let at = 0;
    for await (const feature of readFeatures(job.path)) {
      at += 1;
      try {
        await writePlace(tx, job, { feature, at, known, seen, now });
      } catch (error) {
        if (!(error instanceof PlaceFileFault)) throw error;
        report.faulty += 1;
        if (report.faults.length < MAX_FAULTS) report.faults.push(error.message);
        continue;
      }
      if (seen.size > MAX_PLACES) throw new PlaceFileFault(`The file has more than ${MAX_PLACES} places.`);
      progress(seen.size);
    }
    report.places = seen.size;
    if (report.faulty > 0 && !job.skipsFaulty)
      throw new PlaceFileFault(
        [...report.faults, `${report.faulty} of ${at} features are faulty; nothing was changed. Leave them out with --skip-faulty.`].join(
          '\n',
        ),
      );
    if (seen.size === 0) throw new PlaceFileFault('The file has no places; nothing was changed.');
    report.removed = await removePlacesExcept(tx, job.source, [...seen]);
    return report;
  });
}

interface Reading {
  feature: unknown;
  at: number;
  known: ReadonlyMap<string, string>;
  seen: Set<string>;
  now: Date;
}

async function writePlace(tx: Tx, job: PlaceImport, { feature, at, known, seen, now }: Reading): Promise<void> {
  const { key, ...place } = readPlace(feature, at, job.properties);
  if (seen.has(key))
    throw new PlaceFileFault(
      `Feature ${at} (${place.name}): another one has the key "${key}". Name a property with unique values: --key-property`,
    );
  const { source, kind, attribution } = job;
  await upsertPublicPlace(tx, { id: known.get(key) ?? randomUUID(), from: { source, key }, kind, attribution, text: '', ...place }, now);
  seen.add(key);
}

async function listKeys(tx: Tx, source: string): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('public_places').select(['id', 'source_key']).where('source', '=', source).execute();
  return new Map(rows.map(({ id, source_key }) => [source_key ?? '', id]));
}

export interface PlaceSource {
  source: string;
  kind: string;
  places: number;
}

/** What the operator loaded, by source, and how many places people made public. */
export async function listSources(db: Db): Promise<{ sources: PlaceSource[]; ofPeople: number }> {
  const { rows: sources } = await sql<PlaceSource>`
    select source, min(kind) as kind, count(*)::integer as places from public_places where source is not null group by 1 order by 1`.execute(
    db,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from public_places p left join users u on u.id = p.owner_id
    where p.owner_id is not null and ${isPlaceShownTo(NOBODY)}`.execute(db);
  return { sources, ofPeople: rows[0]?.count ?? 0 };
}

import { EXPERIENCE, experienceCell, isAbsence, NOT_WILD } from '@veld/contract';
import type { TestServer } from './server.ts';

interface RecordFacts {
  id: string;
  taxon_id: number | null;
  rank: string | null;
  day: string | null;
  latitude: number | null;
  longitude: number | null;
  count: number | null;
  count_max: number | null;
  quality: string;
  photos: number;
  wildness: string | null;
}

/**
 * A person's experience, computed from all their records and identifications in the plainest way: what the ledger of the server has to
 * agree with.
 */
export async function computeExperience(veld: TestServer, userId: string): Promise<number> {
  const records = await recordsOf(veld, userId);
  const finds = records.filter(isFind);
  const { record, evidence, confirmed, species, cell } = EXPERIENCE;
  let points = 0;
  for (const ofDay of Map.groupBy(finds, ({ day }) => day).values()) {
    const unique = [...Map.groupBy(ofDay, sameFind).values()].map((copies) => copies.find(({ photos }) => photos > 0) ?? copies[0]!);
    const inOrder = ofDay.filter((one) => unique.includes(one));
    points += inOrder.slice(0, record.perDay).length * record.points;
    points += inOrder.slice(0, evidence.perDay).filter(({ photos }) => photos > 0).length * evidence.points;
    points += inOrder.slice(0, confirmed.perDay).filter(({ quality }) => quality === 'confirmed').length * confirmed.points;
  }
  points += new Set(finds.flatMap((one) => (one.rank === 'species' ? [one.taxon_id] : []))).size * species.points;
  points += new Set(finds.map((one) => experienceCell(one.latitude!, one.longitude!))).size * cell.points;
  return points + (await helpfulPoints(veld, userId));
}

const isFind = (one: RecordFacts) =>
  one.day !== null &&
  one.latitude !== null &&
  (one.taxon_id !== null || one.photos > 0) &&
  !isAbsence(one) &&
  !NOT_WILD.includes(one.wildness ?? '');

const sameFind = ({ id, taxon_id, latitude, longitude }: RecordFacts) =>
  [taxon_id ?? id, Math.floor(latitude! * 1000), Math.floor(longitude! * 1000)].join();

/** In the order in which they were made. */
async function recordsOf({ db }: TestServer, userId: string): Promise<RecordFacts[]> {
  return db
    .selectFrom('observations as o')
    .leftJoin('taxa as t', 't.id', 'o.taxon_id')
    .select(({ selectFrom, ref }) => [
      'o.id',
      'o.taxon_id',
      't.rank',
      'o.observed_from as day',
      'o.latitude',
      'o.longitude',
      'o.count',
      'o.count_max',
      'o.quality',
      ref('o.attributes', '->>').key('wildness').$castTo<string | null>().as('wildness'),
      selectFrom('observation_media as m')
        .whereRef('m.observation_id', '=', 'o.id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .$castTo<number>()
        .as('photos'),
    ])
    .where('o.user_id', '=', userId)
    .where('o.deleted_at', 'is', null)
    .where('o.is_empty', '=', false)
    .where('o.hidden_by_moderator_at' as 'o.deleted_at', 'is', null)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute() as unknown as Promise<RecordFacts[]>;
}

async function helpfulPoints({ db }: TestServer, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('identifications as i')
    .innerJoin('observations as o', 'o.id', 'i.observation_id')
    .select(['i.created_at'])
    .where('i.user_id', '=', userId)
    .where('i.withdrawn_at', 'is', null)
    .where('i.hidden_by_moderator_at' as 'i.withdrawn_at', 'is', null)
    .where('o.hidden_by_moderator_at' as 'o.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .where('o.quality', '=', 'confirmed')
    .whereRef('o.community_taxon_id', '=', 'i.taxon_id')
    .execute();
  const { points, perDay } = EXPERIENCE.identification;
  const byDay = Map.groupBy(rows, (row) => row.created_at.toISOString().slice(0, 10));
  return [...byDay.values()].reduce((sum, ofDay) => sum + Math.min(perDay, ofDay.length) * points, 0);
}

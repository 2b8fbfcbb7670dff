import { casualReasons, gradeRecord } from '@veld/contract';
import type { LastIdentification, SocialModel } from './social-model.ts';
import type { World } from './world.ts';

/** Compares what the server has of a person's reactions, comments and identifications with the model. Returns one line per fault. */
export async function compareSocial(world: World, model: SocialModel, userId: string): Promise<string[]> {
  const gone = await deletedRecords(world);
  return [
    ...(await reactionFaults(world, model, userId, gone)),
    ...(await commentFaults(world, model, userId, gone)),
    ...(await identificationFaults(world, model, userId, gone)),
    ...(await gradeFaults(world, userId)),
  ];
}

async function deletedRecords({ veld }: World): Promise<Set<string>> {
  const rows = await veld.db.selectFrom('observations').select('id').where('deleted_at', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

async function reactionFaults({ veld, now }: World, model: SocialModel, userId: string, gone: ReadonlySet<string>): Promise<string[]> {
  const rows = await veld.db.selectFrom('reactions').select(['observation_id', 'emoji']).where('user_id', '=', userId).execute();
  const stored = new Map(rows.map((row) => [row.observation_id, row.emoji]));
  const unknown = [...stored.keys()].filter((id) => !model.reactions.has(id)).map((id) => `${id} has a reaction that nobody chose`);
  const wrong = [...model.reactions].flatMap(([id, choices]) => {
    const possible = choices.remaining(now);
    return gone.has(id) || possible.includes(stored.get(id) ?? null)
      ? []
      : [`the reaction to ${id} is ${stored.get(id)} instead of ${possible.join(' or ')}`];
  });
  return [...unknown, ...wrong];
}

async function commentFaults({ veld, now }: World, model: SocialModel, userId: string, gone: ReadonlySet<string>): Promise<string[]> {
  const rows = await veld.db
    .selectFrom('comments')
    .select(['id', 'observation_id', 'text'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const unknown = rows.filter(({ id }) => !model.comments.has(id)).map(({ id }) => `nobody wrote the comment ${id}`);
  const wrong = [...model.comments].flatMap(([id, { recordId, texts, isDeleted }]) => {
    const row = stored.get(id);
    if (gone.has(recordId)) return [];
    if (isDeleted) return row ? [`the comment ${id} was deleted and is still there`] : [];
    if (!row) return [`the comment ${id} is lost`];
    const possible = texts.remaining(now);
    return row.observation_id === recordId && possible.includes(row.text)
      ? []
      : [`the comment ${id} is “${row.text}” instead of ${possible.join(' or ')}`];
  });
  return [...unknown, ...wrong];
}

async function identificationFaults({ veld }: World, model: SocialModel, userId: string, gone: ReadonlySet<string>): Promise<string[]> {
  const rows = await veld.db
    .selectFrom('identifications')
    .select(['id', 'observation_id', 'taxon_id', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .execute();
  const changed = rows.filter((row) => model.named.get(row.id) !== row.taxon_id).map(({ id }) => `nobody made the identification ${id}`);
  const active = Map.groupBy(
    rows.filter((row) => row.withdrawn_at === null),
    (row) => row.observation_id,
  );
  const wrong = [...model.identifications].flatMap(([recordId, byDevice]) => {
    const ids = (active.get(recordId) ?? []).map(({ id }) => id);
    if (gone.has(recordId) || isPossible(ids, [...byDevice.values()])) return [];
    return [`${recordId} is identified by [${ids.join()}], and the devices did ${JSON.stringify([...byDevice])}`];
  });
  return [...changed, ...wrong];
}

/** The server goes by the order in which they arrive, and each device has one that it made last. */
function isPossible(active: readonly string[], last: readonly LastIdentification[]): boolean {
  if (active.length === 0) return last.some(({ kind }) => kind === 'withdrawal');
  return active.length === 1 && last.some(({ kind, id }) => kind === 'put' && id === active[0]);
}

/** The grade and the community taxon of each record are those of its identifications. */
async function gradeFaults({ veld }: World, userId: string): Promise<string[]> {
  const { db } = veld;
  const records = await db.selectFrom('observations').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null).execute();
  const faults: string[] = [];
  for (const record of records) {
    const media = await db.selectFrom('observation_media').select('media_id').where('observation_id', '=', record.id).execute();
    const opinions = await db
      .selectFrom('identifications')
      .select(['user_id', 'taxon_id'])
      .where('observation_id', '=', record.id)
      .where('withdrawn_at', 'is', null)
      .execute();
    const { quality, community } = gradeRecord({
      isCasual: casualReasons({ ...record, media }).length > 0,
      observerId: userId,
      own: record.taxon_id === null ? null : lineageOf(record.taxon_id),
      opinions: opinions.map((one) => ({ user_id: one.user_id, lineage: lineageOf(one.taxon_id), disagrees: false, is_expert: false })),
    });
    const wanted = `${quality} ${community?.at(-1)?.id ?? null}`;
    const has = `${record.quality} ${record.community_taxon_id}`;
    if (has !== wanted) faults.push(`${record.id} is ${has} instead of ${wanted}`);
  }
  return faults;
}

/** The taxa of the simulation have nothing above them. */
function lineageOf(id: number): { id: number; rank: string }[] {
  return [{ id, rank: 'species' }];
}

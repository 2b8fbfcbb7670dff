import { LIFE_STAGES, type ListedObservation, SEXES } from '@veld/contract';

type Photographed = Pick<ListedObservation, 'quality' | 'life_stage' | 'sex'>;

/**
 * The photos that show most of a species: of confirmed records first, and each life stage and sex once before any for the second time.
 * Otherwise the order stays.
 */
export function orderPhotos<R extends Photographed>(records: readonly R[], limit: number): R[] {
  const confirmedFirst = records.toSorted((one, other) => Number(other.quality === 'confirmed') - Number(one.quality === 'confirmed'));
  const turns = new Map<string, number>();
  return confirmedFirst
    .map((record) => {
      const kind = `${record.life_stage ?? ''} ${record.sex ?? ''}`;
      const turn = turns.get(kind) ?? 0;
      turns.set(kind, turn + 1);
      return { record, turn };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, limit)
    .map(({ record }) => record);
}

export interface PhotoGroup<R> {
  life_stage: string | null;
  sex: string | null;
  records: R[];
}

/**
 * Records by life stage and sex, in the order of these, those without either last. Null if that would say nothing: all are alike.
 */
export function groupedPhotos<R extends { life_stage?: string | null | undefined; sex?: string | null | undefined }>(
  records: readonly R[],
): PhotoGroup<R>[] | null {
  const groups = Map.groupBy(records, ({ life_stage, sex }) => `${life_stage ?? ''} ${sex ?? ''}`);
  if (groups.size < 2) return null;
  return [...groups.values()]
    .map((all) => ({ life_stage: all[0]!.life_stage ?? null, sex: all[0]!.sex ?? null, records: all }))
    .toSorted(
      (one, other) =>
        placeIn(LIFE_STAGES, one.life_stage) - placeIn(LIFE_STAGES, other.life_stage) ||
        placeIn(SEXES, one.sex) - placeIn(SEXES, other.sex),
    );
}

const placeIn = (all: readonly string[], one: string | null) => (one === null ? all.length : all.indexOf(one));

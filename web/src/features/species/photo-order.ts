import type { ListedObservation } from '@veld/contract';

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

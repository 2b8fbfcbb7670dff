import { LIFE_STAGES, SEXES } from '@veld/contract';

/** What a photo shows of a species; null for what is not known. */
export interface PhotoKind {
  life_stage: string | null;
  sex: string | null;
}

interface Photographed {
  quality?: string | null | undefined;
  life_stage?: string | null | undefined;
  sex?: string | null | undefined;
}

/**
 * The photos that show most of a species: of confirmed records first, and each life stage and sex once before any for the second time.
 * Otherwise the order stays.
 */
export function orderPhotos<R extends Photographed>(records: readonly R[], limit: number): R[] {
  const isConfirmed = ({ quality }: R) => Number(quality === 'confirmed');
  return eachKindFirst(
    records.toSorted((one, other) => isConfirmed(other) - isConfirmed(one)),
    limit,
  );
}

/** Each life stage and sex once before any for the second time; otherwise the order stays. */
export function eachKindFirst<R extends Photographed>(records: readonly R[], limit: number): R[] {
  const turns = new Map<string, number>();
  return records
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

/** A life stage or a sex by which photos can be chosen. */
export type Kind = { stage: (typeof LIFE_STAGES)[number] } | { sex: (typeof SEXES)[number] };

/** The life stages, then the sexes that some of the photos show, but not all. */
export function kindsIn(photos: readonly PhotoKind[]): Kind[] {
  const all: Kind[] = [...LIFE_STAGES.map((stage) => ({ stage })), ...SEXES.map((sex) => ({ sex }))];
  return all.filter((kind) => {
    const shown = photos.filter((photo) => isOfKind(photo, kind)).length;
    return shown > 0 && shown < photos.length;
  });
}

export function isOfKind(photo: PhotoKind, kind: Kind): boolean {
  return 'stage' in kind ? photo.life_stage === kind.stage : photo.sex === kind.sex;
}

export const kindName = (kind: Kind): string => ('stage' in kind ? kind.stage : kind.sex);

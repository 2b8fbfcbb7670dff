import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useCallback, useMemo } from 'react';
import { speciesImageList, type ChosenImage } from '../../local/changes/species';
import { ownPicture } from '../../local/records/lists/own-of-taxon';
import type { LocalMedia, LocalObservation } from '../../shared/records/own';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import { currentDatabase } from '../../shared/session/session';
import { readGroup, type Taxon } from '../../shared/taxa/data';
import { GroupPanel } from '../../ui/GroupIcon';
import { useOwnPictured } from './own-species';
import type { OwnSpecies } from './species-list';

/**
 * Gives the user's own picture of a species for its row in a list, wherever and whenever it was taken; undefined for none, and until
 * their records are read.
 */
export function useOwnPicture(): (taxon: Taxon) => ReactNode {
  const pictured = useOwnPictured();
  return useCallback(
    (taxon) => {
      const recordIds = pictured?.get(taxon.id);
      return recordIds && pictureIn({ pictured: recordIds }, taxon);
    },
    [pictured],
  );
}

interface Shown {
  /** As in `<img sizes>`. */
  sizes: string;
  /** Until the picture is there, and if it fails. */
  fallback: ReactNode;
}

/** The user's own picture of a species, as for a row unless said otherwise; undefined for none. */
export function pictureIn(
  own: Pick<OwnSpecies, 'pictured'> | undefined,
  taxon: Pick<Taxon, 'id' | 'group' | 'scientific_name' | 'family'>,
  shown?: Shown,
): ReactNode {
  if (!own || own.pictured.length === 0) return undefined;
  const { sizes, fallback } = shown ?? {
    sizes: '56px',
    fallback: <GroupPanel group={readGroup(taxon)} name={taxon.scientific_name} family={taxon.family} />,
  };
  return <OwnPicture taxonId={taxon.id} recordIds={own.pictured} sizes={sizes} fallback={fallback} />;
}

function OwnPicture({ taxonId, recordIds, ...shown }: Shown & { taxonId: number; recordIds: readonly string[] }) {
  const database = currentDatabase();
  const photo = useLiveQuery(async () => {
    const chosen = (await speciesImageList.setting.read(database)).find(({ taxon_id: id }) => id === taxonId);
    return ownPicture(database, recordIds, chosen?.photo_id ?? null);
  }, [database, taxonId, recordIds]);
  return photo ? <OwnPhoto photo={photo} alt="" {...shown} /> : shown.fallback;
}

/** The photos that the user chose for species, by taxon, as far as the records still have them. Undefined while loading. */
export function useChosenPhotos(records: readonly LocalObservation[] | undefined): ReadonlyMap<number, LocalMedia> | undefined {
  const database = currentDatabase();
  const chosen = useLiveQuery(() => speciesImageList.setting.read(database), [database]);
  return useMemo(() => records && chosen && chosenPhotos(records, chosen), [records, chosen]);
}

function chosenPhotos(records: readonly LocalObservation[], chosen: readonly ChosenImage[]): ReadonlyMap<number, LocalMedia> {
  const found = new Map<number, LocalMedia>();
  if (chosen.length === 0) return found;
  const taxa = Map.groupBy(chosen, ({ photo_id }) => photo_id);
  for (const { media } of records)
    for (const photo of media) for (const { taxon_id } of taxa.get(photo.id) ?? []) found.set(taxon_id, photo);
  return found;
}

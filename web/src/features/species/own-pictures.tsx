import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useCallback } from 'react';
import { speciesImageList } from '../../local/changes/species';
import { ownPicture } from '../../local/records/lists/own-picture';
import { GroupPanel } from '../../ui/GroupIcon';
import { currentDatabase } from '../../shared/session/session';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import { readGroup, type Taxon } from '../../shared/taxa/data';
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
export function pictureIn(own: Pick<OwnSpecies, 'pictured'> | undefined, taxon: Pick<Taxon, 'id' | 'group'>, shown?: Shown): ReactNode {
  if (!own || own.pictured.length === 0) return undefined;
  const { sizes, fallback } = shown ?? { sizes: '56px', fallback: <GroupPanel group={readGroup(taxon)} /> };
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

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useKeptPlace } from '../../../ui/virtual/use-kept-place';
import type { Place } from '../../../shared/frequencies/data';
import { useOwnPicture } from '../../species/data';
import { useWantedTaxonIds } from '../../../shared/taxa/data';
import { useFromList } from '../../../shared/taxa/from-list';
import { NamesState } from '../../../shared/taxa/parts/NamesState';
import type { Discovery, Since, useDiscoveries } from '../data';
import { nearestCell } from '../nearest';
import { DiscoveryRow } from './DiscoveryRow';
import classes from './LikelySpecies.module.css';

const FIRST = 16;

interface Props {
  discoveries: ReturnType<typeof useDiscoveries>;
  group: string | null;
  since: Since;
  /** Where the user is or was last; null if unknown. */
  around: Place | null;
  onAllGroups: () => void;
}

/** The species to look for, likeliest first. */
export function LikelySpecies({ discoveries, group, since, around, onAllGroups }: Props) {
  const { t } = useTranslation(['discover', 'common']);
  const { found, isMissing, frequencies, month } = discoveries;
  const wanted = useWantedTaxonIds();
  const ownPicture = useOwnPicture();
  const fromList = useFromList(found?.unseen, idOf);
  // In the address, so that Back leads to as many.
  const [read, write] = useAddressFilter();
  const limit = Math.max(FIRST, Number.parseInt(read('shown') ?? '', 10) || 0);
  useKeptPlace(found && wanted && found.unseen);
  if (!found || !wanted) return <RecordCardSkeletons label={t('common:taxonomy.loading')} />;
  if (found.size === 0 && group === null) return isMissing ? <div /> : <NamesState />;
  if (found.unseen.length === 0)
    return (
      <EmptyState
        sentence={found.size === 0 ? t('empty_group') : t(`all_seen.${since}`)}
        action={
          group && (
            <Button variant="default" onClick={onAllGroups}>
              {t('other_groups')}
            </Button>
          )
        }
      />
    );
  return (
    <section aria-label={t('common:screens.discover')}>
      <ul className={classes.list}>
        {found.unseen.slice(0, limit).map((discovery) => (
          <DiscoveryRow
            key={discovery.taxon.id}
            discovery={discovery}
            months={frequencies?.months(discovery.taxon.id) ?? null}
            month={month}
            nearest={nearestCell(frequencies, around, discovery.taxon.id, month)}
            isWanted={wanted.has(discovery.taxon.id)}
            picture={ownPicture(discovery.taxon)}
            fromList={fromList}
          />
        ))}
      </ul>
      {found.unseen.length > limit && (
        <p className={classes.more}>
          <Button variant="default" onClick={() => write({ shown: String(limit + FIRST) })}>
            {t('common:action.show_more')}
          </Button>
        </p>
      )}
    </section>
  );
}

const idOf = ({ taxon }: Discovery) => taxon.id;

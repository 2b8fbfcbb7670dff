import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { useLanguage } from '../../accounts/data';
import { type Taxon, taxonPhoto } from '../../taxa/data';
import { groupSizes } from './families';
import { useGuideAddress } from './filters';
import classes from './Groups.module.css';

const SIZES = '(min-width: 64em) 280px, 50vw';

/** A tile for each group, with the picture of its commonest species that has one. */
export function Groups({ species, seen }: { species: readonly Taxon[]; seen: ReadonlySet<number> }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const addressOf = useGuideAddress();
  const groups = useMemo(() => groupSizes(species, seen), [species, seen]);
  return (
    <ul className={classes.tiles}>
      {groups.map(({ group, species: count, seen: seenCount, picture }) => (
        <li key={group}>
          <Link className={classes.tile} to={addressOf({ group })}>
            <TilePicture group={group} picture={picture} />
            <span className={classes.words}>
              <span className={classes.name}>{t(`common:group.${group}`)}</span>
              <span className={classes.count} title={number(count, language)}>
                {t('common:count.species', { count })}
              </span>
              <span className={classes.count}>{t('seen_count', { count: seenCount })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TilePicture({ group, picture }: { group: TaxonGroup; picture: string | null }) {
  const panel = <GroupPanel group={group} size={72} fill />;
  return (
    <span className={classes.picture}>{picture ? <Photo photo={taxonPhoto(picture)} alt="" sizes={SIZES} fallback={panel} /> : panel}</span>
  );
}

import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { useLanguage } from '../../../shared/session/session';
import { type OwnSpecies, pictureIn, useOwnSpecies } from '../../species/data';
import { type Taxon, taxonPhoto } from '../../../shared/taxa/data';
import { groupSizes } from './families';
import { useGuideAddress } from './filters';
import classes from './Groups.module.css';

const SIZES = '(min-width: 64em) 280px, 50vw';

/** A tile for each group, with the picture of its commonest species that has one, else the user's own of another. */
export function Groups({ species, seen }: { species: readonly Taxon[]; seen: ReadonlySet<number> }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const addressOf = useGuideAddress();
  const own = useOwnSpecies({ country: null, period: 'all' });
  const groups = useMemo(() => groupSizes(species, seen, own), [species, seen, own]);
  return (
    <ul className={classes.tiles}>
      {groups.map(({ group, species: count, seen: seenCount, picture, pictured }) => (
        <li key={group}>
          <Link className={classes.tile} to={addressOf({ group })}>
            <TilePicture group={group} picture={picture} own={pictured && { taxon: pictured, of: own?.get(pictured.id) }} />
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

interface TileProps {
  group: TaxonGroup;
  picture: string | null;
  own: { taxon: Taxon; of: OwnSpecies | undefined } | null;
}

function TilePicture({ group, picture, own }: TileProps) {
  const panel = <GroupPanel group={group} size={72} fill />;
  const shown = { sizes: SIZES, fallback: panel };
  return (
    <span className={classes.picture}>
      {picture ? <Photo photo={taxonPhoto(picture)} alt="" {...shown} /> : (own && pictureIn(own.of, own.taxon, shown)) || panel}
    </span>
  );
}

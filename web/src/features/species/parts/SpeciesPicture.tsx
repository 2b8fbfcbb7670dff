import { isAbsence } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { OwnPhoto } from '../../observations/data';
import { groupOf, type Taxon, taxonPhoto } from '../../taxa/data';
import { useRecordsOfSpecies } from '../data';
import { useImageInfo } from '../image-info';
import classes from './SpeciesPicture.module.css';
import { photosInOrder } from '../../media/photos-in-order';

const SIZES = '(min-width: 75em) 580px, (min-width: 50em) 50vw, 100vw';

/** The image of a species, else the user's latest photo, else nothing. */
export function SpeciesPicture({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const records = useRecordsOfSpecies(taxon.image_url ? null : taxon.id);
  const [own] = photosInOrder(records?.find((record) => record.media.length > 0 && !isAbsence(record))?.media ?? []);
  const { image_url: url, image_attribution: attribution } = taxon;
  const info = useImageInfo(taxon.id, url !== null);
  if (!url && !own) return null;
  const panel = <GroupPanel group={groupOf(taxon)} size={40} fill />;
  const credit = url ? attribution : own ? t('page.own_photo') : null;
  return (
    <figure className={classes.figure}>
      <div className={classes.picture}>
        {url ? (
          <Photo photo={taxonPhoto(url)} alt={info?.alt ?? taxon.name} sizes={SIZES} fallback={panel} isFirst />
        ) : (
          own && <OwnPhoto photo={own} alt={taxon.name} sizes={SIZES} fallback={panel} isFirst />
        )}
      </div>
      {credit && (
        <figcaption className={classes.credit}>
          {info?.page_url && url ? (
            <a href={info.page_url} target="_blank" rel="noreferrer">
              {credit}
            </a>
          ) : (
            credit
          )}
        </figcaption>
      )}
    </figure>
  );
}

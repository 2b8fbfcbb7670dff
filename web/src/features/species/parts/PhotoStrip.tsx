import { isAbsence, type ListedObservation } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { SectionTitle } from '../../../ui/SectionTitle';
import { type LocalObservation, licenseName, OwnPhoto, useRecordTranslation } from '../../observations/data';
import { groupOf, type Taxon } from '../../taxa/data';
import { usePhotosOfOthers } from '../community';
import { useRecordsOfSpecies } from '../data';
import classes from './PhotoStrip.module.css';
import { photosInOrder } from '../../media/photos-in-order';

const OWN = 4;
const SIZES = '208px';

/** Photos of a species in a row: the user's latest, then those of others with their credit. Nothing without any. */
export function PhotoStrip({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const own = useRecordsOfSpecies(taxon.id)
    ?.filter((record) => record.media.length > 0 && !isAbsence(record))
    .slice(0, OWN);
  const others = usePhotosOfOthers(taxon.id)?.filter(({ media }) => media.length > 0);
  if (!own || own.length + (others?.length ?? 0) === 0) return null;
  return (
    <section>
      <SectionTitle>{t('page.photos')}</SectionTitle>
      <ul className={classes.strip}>
        {own.map((record) => (
          <OnePhoto key={record.id} record={record} taxon={taxon} credit={t('page.own_photo')} />
        ))}
        {others?.map((record) => (
          <OnePhoto key={record.id} record={record} taxon={taxon} />
        ))}
      </ul>
    </section>
  );
}

/** The photographer and the licence. */
function creditOf({ user, license }: Props['record'], photo: { license?: string | null | undefined }): string {
  const given = photo.license ?? license;
  return given ? `${user.name} · ${licenseName(given)}` : user.name;
}

interface Props {
  record: LocalObservation | ListedObservation;
  taxon: Taxon;
  /** Instead of the photographer and the licence. */
  credit?: string;
}

function OnePhoto({ record, taxon, credit }: Props) {
  const t = useRecordTranslation();
  const [photo] = photosInOrder(record.media);
  const shows = [
    record.life_stage && t(`common:stage.${record.life_stage as 'egg'}`),
    record.sex && t(`common:sex.${record.sex as 'male'}`),
  ].filter(Boolean);
  const props = { alt: photo!.caption ?? taxon.name, sizes: SIZES, fallback: <GroupPanel group={groupOf(taxon)} size={32} fill /> };
  return (
    <li>
      <Link className={classes.photo} to={`/observations/${record.id}`}>
        <span className={classes.picture}>
          {credit ? <OwnPhoto photo={photo as LocalObservation['media'][number]} {...props} /> : <Photo photo={photo!} {...props} />}
        </span>
        {shows.length > 0 && <span className={classes.shows}>{shows.join(', ')}</span>}
        <span className={classes.credit}>{credit ?? creditOf(record, photo!)}</span>
      </Link>
    </li>
  );
}

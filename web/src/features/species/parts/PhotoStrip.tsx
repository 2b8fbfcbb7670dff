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
import { groupedPhotos, type PhotoGroup } from '../photo-order';
import { photosInOrder } from '../../media/photos-in-order';
import classes from './PhotoStrip.module.css';

const OWN = 4;
/** Of each life stage and sex. */
const OF_A_KIND = 12;
const SIZES = '208px';

/**
 * Photos of a species in a row: the user's latest, then those of others with their credit. If the user's show several life stages or
 * sexes, each has a row of its own. Nothing without any.
 */
export function PhotoStrip({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const own = useRecordsOfSpecies(taxon.id)?.filter((record) => record.media.length > 0 && !isAbsence(record));
  const others = usePhotosOfOthers(taxon.id)?.filter(({ media }) => media.length > 0) ?? [];
  if (!own || own.length + others.length === 0) return null;
  const groups = groupedPhotos(own);
  return (
    <>
      {groups && <OwnGroups groups={groups} taxon={taxon} />}
      {!(groups && others.length === 0) && (
        <section>
          <SectionTitle>{t('page.photos')}</SectionTitle>
          <ul className={classes.strip}>
            {!groups &&
              own.slice(0, OWN).map((record) => <OnePhoto key={record.id} record={record} taxon={taxon} credit={t('page.own_photo')} />)}
            {others.map((record) => (
              <OnePhoto key={record.id} record={record} taxon={taxon} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function OwnGroups({ groups, taxon }: { groups: readonly PhotoGroup<LocalObservation>[]; taxon: Taxon }) {
  const t = useRecordTranslation();
  const { t: own } = useTranslation('species');
  return (
    <section>
      <SectionTitle>{own('page.own_photos')}</SectionTitle>
      {groups.map(({ records, ...kind }) => {
        const label = wordsOf(kind, t) || own('page.other_photos');
        return (
          <div key={label}>
            <h3 className={classes.kind}>{label}</h3>
            <ul className={classes.strip}>
              {records.slice(0, OF_A_KIND).map((record) => (
                <OnePhoto key={record.id} record={record} taxon={taxon} credit={own('page.own_photo')} isOfKind />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** The life stage and the sex in words. */
function wordsOf(
  { life_stage, sex }: { life_stage?: string | null; sex?: string | null },
  t: ReturnType<typeof useRecordTranslation>,
): string {
  return [life_stage && t(`common:stage.${life_stage as 'egg'}`), sex && t(`common:sex.${sex as 'male'}`)].filter(Boolean).join(', ');
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
  /** The life stage and the sex are said above. */
  isOfKind?: boolean;
}

function OnePhoto({ record, taxon, credit, isOfKind = false }: Props) {
  const t = useRecordTranslation();
  const [photo] = photosInOrder(record.media);
  const shows = isOfKind ? '' : wordsOf(record as Parameters<typeof wordsOf>[0], t);
  const props = { alt: photo!.caption ?? taxon.name, sizes: SIZES, fallback: <GroupPanel group={groupOf(taxon)} size={32} fill /> };
  return (
    <li>
      <Link className={classes.photo} to={`/observations/${record.id}`}>
        <span className={classes.picture}>
          {credit ? <OwnPhoto photo={photo as LocalObservation['media'][number]} {...props} /> : <Photo photo={photo!} {...props} />}
        </span>
        {shows && <span className={classes.shows}>{shows}</span>}
        <span className={classes.credit}>{credit ?? creditOf(record, photo!)}</span>
      </Link>
    </li>
  );
}

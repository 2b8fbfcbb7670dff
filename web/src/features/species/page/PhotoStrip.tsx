import { Chip } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { SectionTitle } from '../../../ui/SectionTitle';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import { isOfKind, kindName, kindsIn } from '../photo-order';
import type { SpeciesPhoto } from '../photos';
import classes from './PhotoStrip.module.css';

const SIZES = '208px';
const ALL = 'all';

interface Props {
  taxon: Taxon;
  photos: readonly SpeciesPhoto[] | undefined;
  /** The one at the top of the page. */
  top: SpeciesPhoto | undefined;
}

/**
 * The photos of a species that its picture at the top does not show, in a row, each with its credit; by life stage or sex if they show
 * several. Nothing without any.
 */
export function PhotoStrip({ taxon, photos, top }: Props) {
  const { t } = useTranslation('species');
  const kinds = useMemo(() => kindsIn(photos ?? []), [photos]);
  const [chosen, setChosen] = useState(ALL);
  if (!photos) return null;
  const kind = kinds.find((one) => kindName(one) === chosen);
  const shown = photos.filter((photo) => (kind ? isOfKind(photo, kind) : photo !== top));
  if (shown.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t('page.photos')}</SectionTitle>
      {kinds.length > 0 && <Kinds kinds={kinds} value={kind ? chosen : ALL} onChange={setChosen} />}
      <ul className={classes.strip}>
        {shown.map((photo) => (
          <li key={photo.key}>
            <OnePhoto photo={photo} taxon={taxon} isKindSaid={kind !== undefined} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface KindsProps {
  kinds: ReturnType<typeof kindsIn>;
  value: string;
  onChange: (value: string) => void;
}

function Kinds({ kinds, value, onChange }: KindsProps) {
  const { t } = useTranslation(['species', 'common']);
  return (
    <Chip.Group value={value} onChange={onChange}>
      <div className={classes.kinds} role="radiogroup" aria-label={t('page.photo_kinds')}>
        <Chip value={ALL}>{t('page.all_photos')}</Chip>
        {kinds.map((kind) => (
          <Chip key={kindName(kind)} value={kindName(kind)}>
            {'stage' in kind ? t(`common:stage.${kind.stage}`) : t(`common:sex.${kind.sex}`)}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
}

function OnePhoto({ photo, taxon, isKindSaid }: { photo: SpeciesPhoto; taxon: Taxon; isKindSaid: boolean }) {
  const shows = useKindText(photo);
  const props = {
    alt: photo.alt,
    sizes: SIZES,
    fallback: <GroupPanel group={readGroup(taxon)} name={taxon.scientific_name} size={32} fill />,
  };
  const inside = (
    <>
      <span className={classes.picture}>
        {photo.whose === 'own' ? <OwnPhoto photo={photo.photo} {...props} /> : <Photo photo={photo.photo} {...props} />}
      </span>
      {shows && !isKindSaid && <span className={classes.shows}>{shows}</span>}
      <span className={classes.credit}>{photo.credit}</span>
    </>
  );
  if (photo.whose !== 'curated') {
    return (
      <Link className={classes.photo} to={`/observations/${photo.recordId}`}>
        {inside}
      </Link>
    );
  }
  if (!photo.pageUrl) return <span className={classes.photo}>{inside}</span>;
  return (
    <a className={classes.photo} href={photo.pageUrl} target="_blank" rel="noreferrer">
      {inside}
    </a>
  );
}

/** The life stage and the sex in words. */
function useKindText({ life_stage: stage, sex }: SpeciesPhoto): string {
  const { t } = useTranslation('common');
  return [stage && t(`stage.${stage as 'egg'}`), sex && t(`sex.${sex as 'male'}`)].filter(Boolean).join(', ');
}

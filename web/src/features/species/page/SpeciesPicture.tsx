import { Button } from '@mantine/core';
import { IconPhotoEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import { ImageChoice } from '../list/ImageChoice';
import type { SpeciesPhoto } from '../photos';
import classes from './SpeciesPicture.module.css';

const SIZES = '(min-width: 75em) 580px, (min-width: 50em) 50vw, 100vw';

interface Props {
  taxon: Taxon;
  /** All of the species; undefined while the user's records are read. */
  photos: readonly SpeciesPhoto[] | undefined;
  /** The one to show. */
  top: SpeciesPhoto | undefined;
}

/** The photo at the top of the page of a species; nothing without one. */
export function SpeciesPicture({ taxon, photos, top: first }: Props) {
  const { t } = useTranslation('species');
  const [isChoosing, setChoosing] = useState(false);
  // Its place is kept while the user's records are read.
  if (photos ? !first : !taxon.image_url) return null;
  const canChoose = (photos?.filter(({ whose }) => whose === 'own').length ?? 0) > 1;
  return (
    <figure className={classes.figure}>
      <div className={classes.picture}>{first && <Picture photo={first} taxon={taxon} sizes={SIZES} isFirst />}</div>
      <figcaption className={classes.credit}>
        {first && <Credit photo={first} />}
        {canChoose && (
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconPhotoEdit size={20} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t('image.choose')}
          </Button>
        )}
      </figcaption>
      {isChoosing && <ImageChoice taxon={taxon} onClose={() => setChoosing(false)} />}
    </figure>
  );
}

interface PictureProps {
  photo: SpeciesPhoto;
  taxon: Taxon;
  sizes: string;
  isFirst?: boolean;
}

/** One photo of a species, or the icon of its group if that fails. */
export function Picture({ photo: { whose, photo, alt }, taxon, ...shown }: PictureProps) {
  const props = { ...shown, alt, fallback: <GroupPanel group={readGroup(taxon)} name={taxon.scientific_name} size={40} fill /> };
  return whose === 'own' ? <OwnPhoto photo={photo} {...props} /> : <Photo photo={photo} {...props} />;
}

function Credit({ photo }: { photo: SpeciesPhoto }) {
  if (photo.whose === 'others') return <Link to={`/observations/${photo.recordId}`}>{photo.credit}</Link>;
  if (photo.whose !== 'curated' || !photo.pageUrl) return photo.credit;
  return (
    <a href={photo.pageUrl} target="_blank" rel="noreferrer">
      {photo.credit}
    </a>
  );
}

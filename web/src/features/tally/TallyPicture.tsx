import type { TaxonSummary } from '@veld/contract';
import { useState } from 'react';
import { GroupPanel } from '../../ui/GroupIcon';
import classes from './TallyRow.module.css';

const SIZE = 36;

/** The photo of a species, or the drawing of its group. */
export function TallyPicture({ taxon: { image_url, group } }: { taxon: TaxonSummary }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!image_url || failed === image_url) return <GroupPanel group={group} size={SIZE} />;
  const address = image_url.includes('?') ? image_url : `${image_url}?size=128`;
  return (
    <img
      className={classes.picture}
      src={address}
      alt=""
      width={SIZE}
      height={SIZE}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(image_url)}
    />
  );
}

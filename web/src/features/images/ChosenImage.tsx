import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlobUrl } from '../../ui/use-blob-url';
import { licenseName } from '../../shared/records/value-labels';
import type { Taxon } from '../../shared/taxa/data';
import classes from './ChosenImage.module.css';
import shared from './Workbench.module.css';
import type { ChosenPhoto } from './use-image-choice';

interface Props {
  taxon: Taxon;
  chosen: ChosenPhoto;
  onNext: () => void;
  onAnother: () => void;
}

/** The new image of the species; the focus is on the way to the next species. */
export function ChosenImage({ taxon, chosen, onNext, onAnother }: Props) {
  const { t } = useTranslation('images');
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => nextButton.current?.focus(), [chosen]);
  const { picture } = chosen;
  const fileUrl = useBlobUrl(typeof picture === 'string' ? null : picture);
  const src = typeof picture === 'string' ? picture : fileUrl;
  return (
    <div className={classes.result} role="status">
      <img className={classes.picture} src={src ?? undefined} alt={taxon.name} />
      <p className={classes.saved}>{t('saved', { name: taxon.name })}</p>
      <p className={shared.quiet}>
        {chosen.attribution} · {licenseName(chosen.license)}
      </p>
      <div className={shared.row}>
        <Button ref={nextButton} onClick={onNext}>
          {t('next')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('choose_another')}
        </Button>
      </div>
    </div>
  );
}

import { Alert } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../ui/ScientificName';
import type { Taxon } from '../taxa/data';
import { ChosenImage } from './ChosenImage';
import { useCandidates } from './data';
import { ImageChoice } from './ImageChoice';
import { useImageChoice } from './use-image-choice';
import classes from './Workbench.module.css';

interface Props {
  taxon: Taxon;
  onNext: () => void;
}

/** Choosing the image of one species. S goes to the next species wherever nothing is being typed. */
export function Workbench({ taxon, onNext }: Props) {
  const { t } = useTranslation('images');
  const offer = useCandidates(taxon.id);
  const [marked, setMarked] = useState(0);
  const { isSaving, errorText, chosen, choose, chooseUpload, chooseAnother } = useImageChoice(taxon.id);
  useHotkeys([
    ['S', onNext],
    ['shift+S', onNext],
  ]);
  return (
    <div className={classes.work}>
      <header>
        <h2 className={classes.name}>{taxon.name}</h2>
        {taxon.scientific_name !== taxon.name && (
          <p className={classes.scientific}>
            <ScientificName name={taxon.scientific_name} rank={taxon.rank} />
          </p>
        )}
      </header>
      {taxon.image_url && !chosen && (
        <figure className={classes.current}>
          <img src={`${taxon.image_url}?size=512`} alt="" width={160} height={120} />
          <figcaption className={classes.quiet}>{[t('current'), taxon.image_attribution].filter(Boolean).join(' · ')}</figcaption>
        </figure>
      )}
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {chosen ? (
        <ChosenImage taxon={taxon} chosen={chosen} onNext={onNext} onAnother={chooseAnother} />
      ) : (
        <ImageChoice
          offer={offer}
          marked={marked}
          isSaving={isSaving}
          onMark={setMarked}
          onChoose={choose}
          onUpload={chooseUpload}
          onSkip={onNext}
        />
      )}
    </div>
  );
}

import { Alert } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../ui/ScientificName';
import { useFormErrorText } from '../../shared/session/form';
import type { Taxon } from '../../shared/taxa/data';
import { ChosenImage } from './ChosenImage';
import { useCandidates } from './candidates';
import { Current } from './Current';
import { rejectCandidate, undoImage, useCurrentImage } from './current';
import { ImageChoice } from './ImageChoice';
import { useImageChoice } from './use-image-choice';
import type { UndoStack } from './use-undo';
import classes from './Workbench.module.css';

interface Props {
  taxon: Taxon;
  onNext: () => void;
  onSkip: () => void;
  undo: UndoStack;
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;

/** Choosing the image of one species. Its keys work wherever nothing is being typed. */
export function Workbench({ taxon, onNext, onSkip, undo }: Props) {
  const { t } = useTranslation('images');
  const client = useQueryClient();
  const errorOf = useFormErrorText();
  const offer = useCandidates(taxon.id);
  const current = useCurrentImage(taxon.id);
  const [marked, setMarked] = useState(0);
  const [rejectError, setRejectError] = useState<string | null>(null);
  const work = useRef<HTMLDivElement>(null);
  const { isSaving, errorText, chosen, choose, chooseUpload, chooseAddress, chooseAnother } = useImageChoice(taxon.id);
  const { data, refetch } = current;
  const isLocked = data?.data?.is_locked ?? false;

  const { push } = undo;
  const wasChosen = useRef<typeof chosen>(null);
  useEffect(() => {
    if (!chosen || chosen === wasChosen.current) return;
    wasChosen.current = chosen;
    void refetch();
    push(async () => {
      await undoImage(taxon.id);
      chooseAnother();
      await client.invalidateQueries({ queryKey: ['specie-image', taxon.id] });
    }, '');
  }, [chosen, push, refetch, client, taxon.id, chooseAnother]);

  const reject = (candidate = offer.candidates?.[marked]) => {
    if (!candidate || chosen || isLocked) return;
    setRejectError(null);
    const set = async (isRejected: boolean) => {
      await rejectCandidate(taxon.id, candidate, isRejected);
      await client.invalidateQueries({ queryKey: ['specie-images', taxon.id] });
    };
    set(true).then(
      () => {
        setMarked((before) => Math.max(0, Math.min(before, (offer.candidates?.length ?? 1) - 2)));
        push(() => set(false), t('rejected_for_good'));
      },
      (error: unknown) => setRejectError(errorOf(error)),
    );
  };
  /** The first arrow goes to the photos, where the next ones move on. */
  const enter = (event: KeyboardEvent) => {
    if (document.activeElement !== document.body) return;
    event.preventDefault();
    work.current?.querySelector<HTMLElement>('[data-candidate][tabindex="0"]')?.focus();
  };
  useHotkeys([
    ['S', onSkip],
    ['shift+S', onSkip],
    ['R', () => reject()],
    ['shift+R', () => reject()],
    ...ARROWS.map((key): [string, (event: KeyboardEvent) => void, { preventDefault: boolean }] => [key, enter, { preventDefault: false }]),
  ]);
  return (
    <div ref={work} className={classes.work}>
      <header>
        <h2 className={classes.name}>{taxon.name}</h2>
        {taxon.scientific_name !== taxon.name && (
          <p className={classes.scientific}>
            <ScientificName name={taxon.scientific_name} rank={taxon.rank} />
          </p>
        )}
      </header>
      {[errorText, rejectError].map(
        (text) =>
          text && (
            <Alert key={text} color="brick" role="alert">
              {text}
            </Alert>
          ),
      )}
      {chosen && <ChosenImage taxon={taxon} chosen={chosen} onNext={onNext} onAnother={chooseAnother} />}
      {data && (data.data || data.history.length > 0) && (
        <Current key={String(chosen !== null)} taxon={taxon} current={data} isOpen={chosen !== null} />
      )}
      {!chosen && !isLocked && (
        <ImageChoice
          offer={offer}
          marked={marked}
          isSaving={isSaving}
          onMark={setMarked}
          onChoose={choose}
          onReject={reject}
          onUpload={chooseUpload}
          onAddress={chooseAddress}
          onSkip={onSkip}
        />
      )}
    </div>
  );
}

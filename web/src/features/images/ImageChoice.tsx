import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { Candidates } from './Candidates';
import type { Candidate, useCandidates } from './data';
import { UploadButton } from './UploadButton';
import classes from './Workbench.module.css';

interface Props {
  offer: ReturnType<typeof useCandidates>;
  /** The index of the candidate that Tab reaches. */
  marked: number;
  isSaving: boolean;
  onMark: (index: number) => void;
  onChoose: (candidate: Candidate) => void;
  onUpload: (address: string, file: File) => void;
  onSkip: () => void;
}

/** The ways to an image of the species: its candidates, an upload, or none for now. */
export function ImageChoice({ offer, marked, isSaving, onMark, onChoose, onUpload, onSkip }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const { candidates, hasFailed, hasMore, more, retry } = offer;
  return (
    <>
      {candidates === undefined && !hasFailed && (
        <p className={classes.quiet} role="status">
          {t('loading')}
        </p>
      )}
      {candidates === undefined && hasFailed && (
        <div className={classes.row}>
          <p className={classes.quiet}>{t('failed')}</p>
          <Button variant="default" onClick={() => void retry()}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {candidates?.length === 0 && <EmptyState sentence={t('no_candidates')} />}
      {candidates && candidates.length > 0 && (
        <Candidates candidates={candidates} marked={marked} isDisabled={isSaving} onMark={onMark} onChoose={onChoose} />
      )}
      <div className={classes.row}>
        {hasMore && (
          <Button variant="default" onClick={() => void more()}>
            {t('common:action.show_more')}
          </Button>
        )}
        <UploadButton onStored={onUpload} />
        <Button variant="default" onClick={onSkip}>
          {t('skip')}
        </Button>
      </div>
      <p className={classes.quiet}>{t('upload_hint')}</p>
      <p className={classes.keys}>{t('keyboard_hint')}</p>
    </>
  );
}

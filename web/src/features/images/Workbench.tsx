import { Alert, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { ScientificName } from '../../ui/ScientificName';
import { useTroubleOf } from '../accounts/form';
import type { Taxon } from '../taxa/data';
import { type Candidate, chooseImage, type Chosen, useCandidates } from './data';
import { UploadButton } from './UploadButton';
import classes from './Workbench.module.css';

interface Props {
  taxon: Taxon;
  onNext: () => void;
}

/** The candidates of one species. Arrows move, Enter takes the marked one, S goes to the next species. */
export function Workbench({ taxon, onNext }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const troubleOf = useTroubleOf();
  const { candidates, hasFailed, hasMore, more, retry } = useCandidates(taxon.id);
  const [marked, setMarked] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [result, setResult] = useState<(Chosen & { picture: string }) | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const fileUrl = useRef<string | null>(null);

  const save = (address: string, source: string, picture: string) => {
    if (isSaving) return;
    setIsSaving(true);
    setTrouble(null);
    chooseImage(taxon.id, address, source)
      .then(
        (chosen) => setResult({ ...chosen, picture }),
        (error: unknown) => {
          const { fields, whole } = troubleOf(error);
          setTrouble(fields.image_url ?? whole ?? t('common:error.title'));
        },
      )
      .finally(() => setIsSaving(false));
  };
  const take = (candidate: Candidate) => save(candidate.url, candidate.source, candidate.url);

  useEffect(() => {
    if (result) nextButton.current?.focus();
  }, [result]);

  useEffect(
    () => () => {
      if (fileUrl.current) URL.revokeObjectURL(fileUrl.current);
    },
    [],
  );
  /** The server is still making its sizes of an upload, so the picked file itself is shown. */
  const takeUpload = (address: string, file: File) => {
    if (fileUrl.current) URL.revokeObjectURL(fileUrl.current);
    fileUrl.current = URL.createObjectURL(file);
    save(address, 'upload', fileUrl.current);
  };

  // S works wherever nothing is being typed.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      onNext();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onNext]);

  const onArrow = (event: React.KeyboardEvent) => {
    const count = candidates?.length ?? 0;
    const step = stepOf(event.key, columnsOf(grid.current));
    if (step === null || count === 0) return;
    event.preventDefault();
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : Math.min(count - 1, Math.max(0, marked + step));
    setMarked(to);
    grid.current?.querySelectorAll('button')[to]?.focus();
  };

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
      {trouble && (
        <Alert color="brick" role="alert">
          {trouble}
        </Alert>
      )}
      {result ? (
        <div className={classes.result} role="status">
          <img className={classes.resultPicture} src={result.picture} alt={taxon.name} />
          <p className={classes.saved}>{t('saved', { name: taxon.name })}</p>
          <p className={classes.quiet}>
            {result.attribution} · {result.license}
          </p>
          <div className={classes.row}>
            <Button ref={nextButton} onClick={onNext}>
              {t('next')}
            </Button>
            <Button variant="default" onClick={() => setResult(null)}>
              {t('another')}
            </Button>
          </div>
        </div>
      ) : (
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
            <div ref={grid} className={classes.candidates} role="group" aria-label={t('candidates')}>
              {candidates.map((candidate, index) => (
                <button
                  key={mediaOf(candidate.url)}
                  type="button"
                  className={classes.candidate}
                  tabIndex={index === marked ? 0 : -1}
                  data-marked={index === marked || undefined}
                  disabled={isSaving}
                  onFocus={() => setMarked(index)}
                  onKeyDown={onArrow}
                  onClick={() => take(candidate)}
                >
                  <img src={candidate.url} alt={t('candidate', { number: index + 1 })} loading="lazy" decoding="async" />
                  <span className={classes.facts}>
                    <span className={classes.person}>{candidate.attribution}</span>
                    <span>
                      {candidate.license_name} · {candidate.source === 'upload' ? t('source.upload') : t('source.observation')}
                    </span>
                  </span>
                </button>
              ))}
            </div>
          )}
          <div className={classes.row}>
            {hasMore && (
              <Button variant="default" onClick={() => void more()}>
                {t('common:action.show_more')}
              </Button>
            )}
            <UploadButton onStored={takeUpload} />
            <Button variant="default" onClick={onNext}>
              {t('skip')}
            </Button>
          </div>
          <p className={classes.quiet}>{t('upload_hint')}</p>
          <p className={classes.keys}>{t('keys')}</p>
        </>
      )}
    </div>
  );
}

/** How many pictures stand in a line, so that up and down go to the neighbour. */
function columnsOf(grid: HTMLElement | null): number {
  return grid ? Math.max(1, getComputedStyle(grid).gridTemplateColumns.split(' ').length) : 1;
}

function stepOf(key: string, columns: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return 1;
    case 'ArrowLeft':
      return -1;
    case 'ArrowDown':
      return columns;
    case 'ArrowUp':
      return -columns;
    case 'Home':
    case 'End':
      return 0;
    default:
      return null;
  }
}

/** Signatures change by the hour, the photo does not. */
function mediaOf(url: string): string {
  return url.split('?')[0]!;
}

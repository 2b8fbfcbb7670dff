import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import type { ObserveForm } from '../use-observe-form';
import shared from '../observe.module.css';
import classes from './EvidenceField.module.css';
import { PhotoRow } from './PhotoRow';

/** The photos of the form as a strip, and what became of the files that were added. */
export function EvidenceField({ form }: { form: ObserveForm }) {
  const { t } = useTranslation(['recording', 'observations']);
  const titleId = useId();
  const isOver = useDroppedFiles((files) => void form.addPhotos(files));
  return (
    <section className={classes.evidence} aria-labelledby={titleId} data-over={isOver || undefined}>
      <VisuallyHidden component="h2" id={titleId}>
        {t('observations:evidence.title')}
      </VisuallyHidden>
      <PhotoRow form={form} />
      {form.reading > 0 && (
        <p className={classes.busy} role="status">
          <Loader size="xs" /> {t('evidence.reading', { count: form.reading })}
        </p>
      )}
      {form.keptAsIs.map((name) => (
        <p key={name} className={shared.hint} role="status">
          {t('evidence.kept_as_is', { name })}
        </p>
      ))}
      {form.repeated.map((one, index) => (
        <p key={`${index} ${one.file.name}`} className={shared.hint} role="status">
          {t('evidence.twice', { name: one.file.name })}{' '}
          <Button variant="subtle" size="compact-md" onClick={() => void form.addAgain(one)}>
            {t('evidence.add_again')}
          </Button>
        </p>
      ))}
      {form.refused.map(({ name, reason }) => (
        <FieldError key={`${name} ${reason}`} messages={t(`evidence.rejected.${reason}`, { name })} />
      ))}
    </section>
  );
}

/**
 * Calls `take` with files dropped or pasted anywhere on the screen; true while files are dragged over it. Without this, the
 * browser would open a dropped file in place of the form.
 */
export function useDroppedFiles(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onFiles = useEffectEvent(take);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onGiven = (event: DragEvent | ClipboardEvent) => {
      setOver(false);
      const given = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
      // Spreadsheets and word processors copy text together with a picture of it; that is pasted as text.
      if (!given || given.files.length === 0 || given.types.includes('text/plain')) return;
      event.preventDefault();
      onFiles([...given.files]);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onGiven);
    document.addEventListener('paste', onGiven);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onGiven);
      document.removeEventListener('paste', onGiven);
    };
  }, []);
  return isOver;
}

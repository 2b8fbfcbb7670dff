import { Button, Loader } from '@mantine/core';
import { IconCamera, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCamera, pickPhotos } from '../../../device/pick-photos';
import { FieldError } from '../../../ui/FieldError';
import type { ObserveForm } from '../use-observe-form';
import { OwnPhoto } from './OwnPhoto';
import classes from './observe.module.css';

/** Photos first: a look at them helps with all that follows. */
export function EvidenceField({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('observations');
  const titleId = useId();
  const { media } = form.values;
  const add = async (from: 'camera' | 'files') => {
    const files = await pickPhotos(from);
    if (files.length > 0) await form.addPhotos(files);
  };
  const [isOver, setOver] = useState(false);
  useFilesPasted((files) => void form.addPhotos(files));
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    void form.addPhotos(files);
  };
  const isBusy = form.reading > 0;
  const buttons = (
    <div className={classes.photoButtons}>
      {hasCamera() && (
        <Button leftSection={<IconCamera size={22} aria-hidden />} onClick={() => void add('camera')} variant="default">
          {t('evidence.camera')}
        </Button>
      )}
      <Button leftSection={<IconPhotoPlus size={22} aria-hidden />} onClick={() => void add('files')} variant="default">
        {t('evidence.files')}
      </Button>
    </div>
  );
  return (
    <section
      className={classes.evidence}
      aria-labelledby={titleId}
      data-over={isOver || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <h2 className={media.length > 0 ? 'for-readers' : classes.sectionTitle} id={titleId}>
        {t('evidence.title')}
      </h2>
      {media.length > 0 ? (
        <ul className={classes.photos} data-count={Math.min(media.length, 3)}>
          {media.map((photo, index) => {
            const number = t('evidence.photo', { number: index + 1 });
            return (
              <li key={photo.id} className={classes.photo}>
                <OwnPhoto photo={{ ...photo, urls: null }} alt={number} isFirst={index === 0} fit={index === 0 ? 'contain' : 'cover'} />
                <button
                  type="button"
                  className={classes.removePhoto}
                  aria-label={t('evidence.remove', { number: index + 1 })}
                  onClick={() => void form.removePhoto(photo.id)}
                >
                  <IconX size={20} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
      ) : (
        <div className={classes.noPhotos}>
          <span className={classes.noPhotosIcon}>
            <IconCamera size={28} stroke={1.6} aria-hidden />
          </span>
          <p className={classes.hint}>
            {t('evidence.hint')} {!hasCamera() && t('evidence.drop')}
          </p>
          {buttons}
        </div>
      )}
      {isBusy && (
        <p className={classes.busy} role="status">
          <Loader size="xs" /> {t('evidence.reading', { count: form.reading })}
        </p>
      )}
      {media.length > 0 && buttons}
      {form.refused.map(({ name, reason }) => (
        <FieldError key={`${name} ${reason}`} messages={t(`evidence.refused.${reason}`, { name })} />
      ))}
    </section>
  );
}

/** Pictures that come by the clipboard, wherever on the screen they are pasted. Words go where they always go. */
function useFilesPasted(take: (files: readonly File[]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

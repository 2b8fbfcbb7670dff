import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../ui/FieldError';
import board from './board.module.css';
import classes from './ReadingPanel.module.css';
import { resetReading, MAX_PHOTOS, type Reading, stopReading } from './reading/reading';

interface Props {
  read: Reading;
  interrupted: { wanted: number; done: number } | null;
  onDismissInterrupted: () => void;
  /** Files shared with the app that are not on the board yet. */
  shared: { waiting: number; importAll: () => Promise<void> };
}

/** The progress of reading photos; afterwards, which photos were not added and why. */
export function ReadingPanel({ read, interrupted, onDismissInterrupted, shared }: Props) {
  const { t } = useTranslation(['photo-import', 'recording', 'common']);
  const { isRunning, total, done, name, refused, keptAsIs, overLimit, stopped, shared: added } = read;
  const waiting = isRunning ? 0 : shared.waiting;
  const hasMessages = refused.length + keptAsIs.length + overLimit + stopped + added > 0;
  if (!isRunning && !hasMessages && !interrupted && waiting === 0) return null;
  return (
    <section className={classes.reading} aria-label={t('board.reading_title')}>
      {isRunning && (
        <>
          <div className={classes.readingLine}>
            <p role="status">
              <strong>{t('board.reading', { number: Math.min(done + 1, total), total })}</strong>
              <span className={classes.file}>{name}</span>
            </p>
            <Button variant="default" onClick={stopReading}>
              {t('board.stop')}
            </Button>
          </div>
          <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={t('board.reading_title')} />
          <p className={board.hint}>{t('board.reading_hint')}</p>
        </>
      )}
      {(hasMessages || interrupted) && (
        <div className={classes.readingLine}>
          <div className={classes.notes}>
            {added > 0 && <p className={classes.note}>{t('shared.added', { count: added })}</p>}
            {interrupted && (
              <p className={classes.note}>{t('board.interrupted', { number: interrupted.done, total: interrupted.wanted })}</p>
            )}
            {overLimit > 0 && <p className={classes.note}>{t('board.too_many_photos', { most: MAX_PHOTOS, count: overLimit })}</p>}
            {!isRunning && stopped > 0 && <p className={classes.note}>{t('board.stopped', { count: stopped })}</p>}
            {keptAsIs.map((file) => (
              <p key={file} className={classes.note}>
                {t('recording:evidence.kept_as_is', { name: file })}
              </p>
            ))}
            {refused.map(({ name: file, reason }, index) => (
              <FieldError key={`${index} ${file}`} messages={t(`recording:evidence.rejected.${reason}`, { name: file })} />
            ))}
          </div>
          {!isRunning && (
            <ActionIcon
              className={classes.close}
              aria-label={t('common:action.close')}
              onClick={() => {
                resetReading();
                if (interrupted) onDismissInterrupted();
              }}
            >
              <IconX size={22} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
      {waiting > 0 && (
        <div className={classes.waiting}>
          <p className={classes.note}>{t('shared.waiting', { count: waiting })}</p>
          <Button variant="default" onClick={() => void shared.importAll()}>
            {t('shared.create_records')}
          </Button>
        </div>
      )}
    </section>
  );
}

import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../ui/FieldError';
import board from './board.module.css';
import classes from './ReadingPanel.module.css';
import { forgetReading, MOST_PHOTOS, type Reading, stopReading } from './reading/reading';

interface Props {
  read: Reading;
  cutOff: { wanted: number; done: number } | null;
  onForgetCutOff: () => void;
  /** What was shared with the app and is not on the board yet. */
  shared: { waiting: number; takeIn: () => Promise<void> };
}

/** How far reading is, photo by photo; afterwards what was not taken, and why. */
export function ReadingPanel({ read, cutOff, onForgetCutOff, shared }: Props) {
  const { t } = useTranslation(['photo-import', 'recording', 'common']);
  const { isRunning, total, done, name, refused, keptAsIs, beyond, stopped, shared: added } = read;
  const waiting = isRunning ? 0 : shared.waiting;
  const hasWords = refused.length + keptAsIs.length + beyond + stopped + added > 0;
  if (!isRunning && !hasWords && !cutOff && waiting === 0) return null;
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
      {(hasWords || cutOff) && (
        <div className={classes.readingLine}>
          <div className={classes.notes}>
            {added > 0 && <p className={classes.note}>{t('shared.added', { count: added })}</p>}
            {cutOff && <p className={classes.note}>{t('board.interrupted', { number: cutOff.done, total: cutOff.wanted })}</p>}
            {beyond > 0 && <p className={classes.note}>{t('board.too_many_photos', { most: MOST_PHOTOS, count: beyond })}</p>}
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
                forgetReading();
                if (cutOff) onForgetCutOff();
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
          <Button variant="default" onClick={() => void shared.takeIn()}>
            {t('shared.create_records')}
          </Button>
        </div>
      )}
    </section>
  );
}

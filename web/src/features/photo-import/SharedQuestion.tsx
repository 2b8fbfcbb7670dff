import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { bytes } from '../../i18n/units';
import { photosAmong, type SharedFile } from '../../local/device/shared-files';
import { notifier, useLanguage } from '../../shared/session/session';
import { useRecordTranslation } from '../../shared/records/record-labels';
import classes from './SharedQuestion.module.css';

/** How many names are listed. */
const LISTED = 6;

interface Props {
  files: readonly SharedFile[];
  onAnswer: (files: readonly SharedFile[], isAdded: boolean) => Promise<void>;
}

/** Asks before shared files are added: they may come from any app or website. */
export function SharedQuestion({ files, onAnswer }: Props) {
  const t = useRecordTranslation('photo-import');
  const language = useLanguage();
  const titleId = useId();
  const [isBusy, setBusy] = useState(false);
  if (files.length === 0) return null;
  const words = [...new Set(files.flatMap((file) => file.words ?? []))].join(' ');
  const names = files.slice(0, LISTED).map(({ name }) => name);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const answer = async (isAdded: boolean) => {
    setBusy(true);
    try {
      await onAnswer(files, isAdded);
    } catch (error) {
      notifier.show('negative', t('photo-import:board.failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.question} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        {t('photo-import:shared.ask', { count: photosAmong(files) || files.length })}
      </h2>
      <p className={classes.text}>{t('photo-import:shared.ask_hint')}</p>
      <p className={classes.names}>
        {[...names, ...(files.length > LISTED ? ['…'] : [])].join(', ')} · {bytes(size, language)}
      </p>
      {words && <p className={classes.names}>{t('photo-import:shared.words', { words })}</p>}
      <div className={classes.buttons}>
        <Button loading={isBusy} onClick={() => void answer(true)}>
          {t('photo-import:shared.accept')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void answer(false)}>
          {t('photo-import:shared.decline')}
        </Button>
      </div>
    </section>
  );
}

import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeIn, type TakenIn } from '../../local/outbox/import';
import { currentDatabase, notifier, useUser } from '../accounts/data';
import classes from './outbox.module.css';

/** The most faults that are listed one by one. */
const LISTED = 20;

/** Takes an export of unsent records back in, and says what came of it. */
export function TakeIn() {
  const { t } = useTranslation('observations');
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [taken, setTaken] = useState<TakenIn | null>(null);
  const read = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setReading(true);
    try {
      setTaken(await takeIn(currentDatabase(), files, { id: user.id, name: user.name, is_pro: user.is_pro }));
    } catch (error) {
      notifier.show('negative', t('outbox.could_not'), { cause: error });
    } finally {
      setReading(false);
    }
  };
  return (
    <section className={classes.takeIn}>
      <p className={classes.takeInHint}>{t('outbox.take_in.hint')}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        multiple
        hidden
        onChange={(event) => {
          void read([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={20} aria-hidden />}
        loading={isReading}
        onClick={() => input.current?.click()}
      >
        {t('outbox.take_in.title')}
      </Button>
      <div role="status">{taken && <Outcome taken={taken} />}</div>
    </section>
  );
}

function Outcome({ taken }: { taken: TakenIn }) {
  const { t } = useTranslation('observations');
  const list = useRef<HTMLUListElement>(null);
  // It comes at the end of the screen, where a phone's bar would hide it.
  useEffect(() => list.current?.scrollIntoView?.({ block: 'nearest' }), [taken]);
  const isNothing = taken.records === 0 && taken.drafts === 0 && taken.faults.length === 0;
  return (
    <ul className={classes.takenIn} ref={list}>
      {taken.records > 0 && <li>{t('outbox.take_in.done', { count: taken.records })}</li>}
      {taken.drafts > 0 && <li>{t('outbox.take_in.drafts', { count: taken.drafts })}</li>}
      {isNothing && <li>{t('outbox.take_in.nothing')}</li>}
      {taken.faults.slice(0, LISTED).map(({ reason, about }) => (
        <li key={`${reason} ${about}`}>{t(`outbox.take_in.${reason}`, { about })}</li>
      ))}
    </ul>
  );
}

import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importUnsent, type ImportResult } from '../../local/outbox/import';
import { currentDatabase, notifier, useUser } from '../accounts/data';
import classes from './ImportUnsent.module.css';

/** Maximum number of problems listed. */
const LISTED = 20;

/** Imports an export of unsent records and shows the result. */
export function ImportUnsent() {
  const { t } = useTranslation(['outbox', 'observations']);
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [result, setResult] = useState<ImportResult | null>(null);
  const read = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setReading(true);
    try {
      setResult(await importUnsent(currentDatabase(), files, { id: user.id, name: user.name, is_pro: user.is_pro }));
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      setReading(false);
    }
  };
  return (
    <section className={classes.importUnsent}>
      <p className={classes.importHint}>{t('import.hint')}</p>
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
        {t('import.title')}
      </Button>
      <div role="status">{result && <Outcome result={result} />}</div>
    </section>
  );
}

function Outcome({ result }: { result: ImportResult }) {
  const { t } = useTranslation('outbox');
  const list = useRef<HTMLUListElement>(null);
  // It appears at the end of the screen, where the navigation bar of a phone would hide it.
  useEffect(() => list.current?.scrollIntoView?.({ block: 'nearest' }), [result]);
  const isNothing = result.records === 0 && result.drafts === 0 && result.faults.length === 0;
  return (
    <ul className={classes.importResult} ref={list}>
      {result.records > 0 && <li>{t('import.done', { count: result.records })}</li>}
      {result.drafts > 0 && <li>{t('import.drafts', { count: result.drafts })}</li>}
      {isNothing && <li>{t('import.nothing')}</li>}
      {result.faults.slice(0, LISTED).map(({ reason, about }) => (
        <li key={`${reason} ${about}`}>{t(`import.${reason}`, { about })}</li>
      ))}
    </ul>
  );
}

import { Alert, Button, Progress } from '@mantine/core';
import type { TaxonomyImport } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { useFailureText } from '../../shared/session/failure-text';
import { useFormErrorText } from '../../shared/session/form';
import { isUnderWay, saveFaults, startImport, stopImport, useImport, useRefresh } from './data';
import { Faults } from './Faults';
import { Result } from './Result';
import shared from './taxonomy.module.css';
import classes from './ImportPanel.module.css';

interface Props {
  id: string;
  onClose: () => void;
}

/** An import: progress, changes, faults and possible actions. */
export function ImportPanel({ id, onClose }: Props) {
  const { t } = useTranslation(['taxonomy', 'common']);
  const textOf = useFailureText();
  const { one, failure, retry } = useImport(id);
  const refresh = useRefresh();
  const formErrorOf = useFormErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);

  const act = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setErrorText(null);
    try {
      await work();
    } catch (error) {
      setErrorText(formErrorOf(error));
    }
    await refresh();
    setIsBusy(false);
  };

  return (
    <section className={classes.panel} aria-label={one?.source}>
      <Button className={classes.back} variant="subtle" color="stone" onClick={onClose}>
        {t('back')}
      </Button>
      {!one && failure && (
        <div className={shared.row}>
          <p className={shared.quiet} role="alert">
            {t('failed_load')} {textOf(failure)}
          </p>
          <Button variant="default" onClick={() => void retry()}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {one && (
        <>
          <header>
            <h2 className={classes.title}>{one.result?.title ?? one.source}</h2>
            <p className={shared.quiet}>{[one.source, one.file_name].join(' · ')}</p>
          </header>
          {errorText && (
            <Alert color="brick" role="alert">
              {errorText}
            </Alert>
          )}
          <State one={one} />
          <div className={shared.row}>
            {one.state === 'checked' && one.has_file && (
              <Button disabled={isBusy} onClick={() => void act(() => startImport(id, false))}>
                {t('import')}
              </Button>
            )}
            {['checked', 'failed', 'cancelled'].includes(one.state) && one.has_file && one.received === one.byte_length && (
              <Button variant="default" disabled={isBusy} onClick={() => void act(() => startImport(id, true))}>
                {t('check_again')}
              </Button>
            )}
            {isUnderWay(one) && (
              <Button variant="default" disabled={isBusy} onClick={() => void act(() => stopImport(id))}>
                {t('stop')}
              </Button>
            )}
          </div>
          {one.result && <Result result={one.result} isDone={one.state === 'done'} />}
          {one.faults.length > 0 && <Faults one={one} faults={one.faults} isBusy={isBusy} onSave={() => void act(() => saveFaults(one))} />}
        </>
      )}
    </section>
  );
}

function State({ one }: { one: TaxonomyImport }) {
  const { t } = useTranslation('taxonomy');
  const locale = currentLocale();
  const part = one.state === 'reading' && one.bytes_total > 0 ? (100 * one.bytes_done) / one.bytes_total : 100;
  return (
    <div role="status" className={classes.state}>
      <p className={shared.mark} data-state={one.state}>
        {t(`state.${one.state}`)}
      </p>
      {isUnderWay(one) && (
        <>
          <Progress value={one.state === 'waiting' ? 0 : part} animated={one.state !== 'waiting'} aria-label={t(`state.${one.state}`)} />
          {one.rows_done > 0 && <p className={shared.quiet}>{t('rows', { rows: number(one.rows_done, locale) })}</p>}
        </>
      )}
      {one.state === 'failed' && <p className={shared.quiet}>{t('unchanged_note')}</p>}
    </div>
  );
}

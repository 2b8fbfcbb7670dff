import { Alert, Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { LANGUAGES, type TaxonomyImport, type TaxonomyImportFault, type TaxonomyImportResult } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, languageName, number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { useFailureText } from '../../shared/session/LoadFailure';
import { useFormErrorText } from '../../shared/session/form';
import { SectionTitle } from '../../ui/SectionTitle';
import { StatTile } from '../../ui/StatTile';
import { faultTextKey, isUnderWay, saveFaults, startImport, stopImport, useImport, useRefresh } from './data';
import shared from './taxonomy.module.css';
import classes from './ImportPanel.module.css';

const KINDS = ['added', 'changed', 'unchanged', 'merged', 'split', 'deleted'] as const;

/** Maximum number of countries listed; a worldwide list has two hundred. */
const MOST_NAMED = 12;

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

interface FaultsProps {
  one: TaxonomyImport;
  faults: readonly TaxonomyImportFault[];
  isBusy: boolean;
  onSave: () => void;
}

/** Faults with file, line and column; identical ones are one. The server lists the first ones, counts the rest, and has all as CSV. */
function Faults({ one, faults, isBusy, onSave }: FaultsProps) {
  const { t } = useTranslation('taxonomy');
  const locale = currentLocale();
  const all = one.error_count + one.warning_count;
  const shown = faults.reduce((sum, { count }) => sum + count, 0);
  const placeOf = ({ file, line, column_number, column_name }: TaxonomyImportFault) =>
    [
      file,
      line === null ? null : t('line', { line: number(line, locale) }),
      column_number === null && column_name === null ? null : t('column', { column: columnOf(column_number, column_name) }),
    ]
      .filter((part) => part !== null)
      .join(', ');

  return (
    <section>
      <SectionTitle level={3}>{t('faults_title')}</SectionTitle>
      <ul className={classes.faults}>
        {faults.map((fault, at) => (
          // The order of the list never changes.
          <li key={at} className={classes.fault} data-warning={fault.is_warning || undefined}>
            <span className={classes.faultIcon}>
              {fault.is_warning ? (
                <IconAlertTriangle size={20} role="img" aria-label={t('warning')} />
              ) : (
                <IconCircleX size={20} role="img" aria-label={t('error')} />
              )}
            </span>
            <span className={classes.faultText}>
              {t(`fault.${faultTextKey(fault.code)}`)}
              {fault.value !== null && fault.value !== '' && (
                <>
                  {' '}
                  <code className={classes.value}>{fault.value}</code>
                </>
              )}
              {fault.count > 1 && <span className={classes.count}>{` × ${number(fault.count, locale)}`}</span>}
              <span className={classes.place}>{placeOf(fault)}</span>
            </span>
          </li>
        ))}
      </ul>
      {all > shown && <p className={shared.quiet}>{t('shown', { shown: number(shown, locale), all: number(all, locale) })}</p>}
      <Button className={classes.save} variant="default" disabled={isBusy} onClick={onSave}>
        {t('save_faults')}
      </Button>
    </section>
  );
}

function columnOf(place: number | null, name: string | null): string {
  if (place === null) return name ?? '';
  return name === null ? String(place) : `${place} (${name})`;
}

/** What an import changed, or would change. */
function Result({ result, isDone }: { result: TaxonomyImportResult; isDone: boolean }) {
  const { t } = useTranslation('taxonomy');
  const locale = currentLocale();
  const languageOf = (code: string) => {
    if (code === 'sci') return t('synonym_names');
    const known = LANGUAGES.find((one) => one === code);
    return known ? languageName(known) : code;
  };
  const facts: [string, string][] = [
    [t('names_added'), listOf(result.names_added, languageOf)],
    [t('names_removed'), listOf(result.names_removed, languageOf)],
    [t('countries_added'), listOf(result.countries_added, (code) => countryName(code, locale))],
    [t('countries_removed'), listOf(result.countries_removed, (code) => countryName(code, locale))],
    [t('statuses_set'), listOf(result.statuses_set ?? {}, (code) => countryName(code, locale))],
    [t('statuses_removed'), listOf(result.statuses_removed ?? {}, (code) => countryName(code, locale))],
    [t('names_left_out'), listOf(result.names_left_out, (code) => code)],
  ];

  function listOf(counts: Partial<Record<string, number>>, nameOf: (key: string) => string): string {
    const all = Object.entries(counts).toSorted(([, one = 0], [, other = 0]) => other - one);
    const named = all.slice(0, MOST_NAMED).map(([key, count = 0]) => `${nameOf(key)} ${number(count, locale)}`);
    return all.length > MOST_NAMED ? `${named.join(', ')}, …` : named.join(', ');
  }

  return (
    <section className={classes.result}>
      <SectionTitle level={3}>{isDone ? t('result_title') : t('preview_title')}</SectionTitle>
      <p className={shared.quiet}>{t('in_file', { taxa: number(result.taxa, locale), synonyms: number(result.synonyms, locale) })}</p>
      <div className={classes.tiles}>
        {KINDS.map((kind) => (
          <StatTile key={kind} value={number(result[kind], locale)} label={t(`kind.${kind}`)} />
        ))}
      </div>
      <dl className={classes.facts}>
        {KINDS.map((kind) => {
          const names = kind === 'unchanged' ? [] : result.examples[kind];
          if (names.length === 0) return null;
          return (
            <div key={kind}>
              <dt>{t(`kind.${kind}`)}</dt>
              <dd>
                <i>{names.join(', ')}</i>
                {kind !== 'unchanged' && result[kind] > names.length && ', …'}
              </dd>
            </div>
          );
        })}
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

import { Alert, Button, Checkbox } from '@mantine/core';
import { SENSITIVE_IMPORT_LENGTH } from '@veld/contract';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useSending } from '../../../shared/session/form';
import { useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useAdminChange } from '../data';
import { importRules, type SensitiveImport } from './data';
import classes from '../admin.module.css';

const EXAMPLE = 'scientific_name,country,months,grid_km,reason\nCiconia nigra,DE,3-8,20,disturbance';

/** Imports a list: the file is checked first, and nothing changes before the administrator has seen what would. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['sensitive', 'common']);
  const language = useLanguage();
  const change = useAdminChange();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [replaces, setReplaces] = useState(false);
  const [report, setReport] = useState<SensitiveImport | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const unknown = report?.faults.filter(({ fault }) => fault === 'unknown_name' || fault === 'ambiguous_name').length ?? 0;
  const isBlocked = report !== null && report.fault_count > unknown;
  const checking = useSending(async () => {
    if (file) setReport(await importRules({ csv: file.csv, is_dry_run: true, replaces, skips_unknown: true }));
  });
  const importing = useSending(async () => {
    if (!file) return;
    await change(importRules({ csv: file.csv, is_dry_run: false, replaces, skips_unknown: true }));
    onDone();
  });
  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const picked = event.currentTarget.files?.[0];
    // Picking the same file again is a change too.
    event.currentTarget.value = '';
    if (!picked) return;
    setReport(null);
    const csv = picked.size > 4 * SENSITIVE_IMPORT_LENGTH ? null : await picked.text();
    const isShort = csv !== null && csv.length <= SENSITIVE_IMPORT_LENGTH;
    setTooLarge(!isShort);
    setFile(isShort ? { name: picked.name, csv } : null);
  };
  const error =
    checking.errors.form ?? importing.errors.form ?? Object.values({ ...checking.errors.fields, ...importing.errors.fields })[0];
  const count = (value: number) => number(value, language);
  return (
    <section className={classes.form} aria-labelledby="import-rules">
      <SectionTitle id="import-rules">{t('import.title')}</SectionTitle>
      <p className={classes.quiet}>{t('import.about')}</p>
      <pre className={classes.pre}>{EXAMPLE}</pre>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label={t('import.choose')}
        onChange={(event) => void pick(event)}
      />
      <div className={classes.row}>
        <Button
          variant={file ? 'default' : 'filled'}
          leftSection={<IconFileUpload size={20} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('import.choose')}
        </Button>
        {file && <span>{file.name}</span>}
      </div>
      <Checkbox
        label={t('import.replaces')}
        description={t('import.replaces_hint')}
        checked={replaces}
        onChange={(event) => {
          setReplaces(event.currentTarget.checked);
          setReport(null);
        }}
      />
      {(error || isTooLarge) && (
        <Alert color="brick" role="alert">
          {isTooLarge ? t('import.too_large') : error}
        </Alert>
      )}
      {report && <Report report={report} unknown={unknown} />}
      <div className={classes.row}>
        {file && !report && (
          <Button loading={checking.isSending} onClick={checking.submit}>
            {t('import.check')}
          </Button>
        )}
        {report && !isBlocked && (
          <Button loading={importing.isSending} disabled={report.added + report.changed + report.removed === 0} onClick={importing.submit}>
            {t('import.apply', { number: count(report.added + report.changed + report.removed) })}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </section>
  );
}

/** What an import would do, and the lines that are left out or wrong. */
function Report({ report, unknown }: { report: SensitiveImport; unknown: number }) {
  const { t } = useTranslation(['sensitive']);
  const language = useLanguage();
  const { added, changed, same, removed, faults, fault_count } = report;
  return (
    <div role="status">
      <dl className={classes.list}>
        {Object.entries({ added, changed, same, removed }).map(([name, value]) => (
          <div key={name} className={classes.row}>
            <dt>{t(`import.${name as 'added'}`)}</dt>
            <dd>{number(value, language)}</dd>
          </div>
        ))}
      </dl>
      {fault_count > 0 && (
        <>
          <p>{fault_count > unknown ? t('import.blocked') : t('import.skipped')}</p>
          <ul className={classes.list}>
            {faults.map(({ line, fault, value }) => (
              <li key={`${line} ${fault}`} className={classes.text}>
                {t('import.line', { line: number(line, language), fault: t(`import.fault.${fault}`), value })}
              </li>
            ))}
          </ul>
          {fault_count > faults.length && (
            <p className={classes.quiet}>{t('import.more', { number: number(fault_count - faults.length, language) })}</p>
          )}
        </>
      )}
    </div>
  );
}

import { Button, Checkbox } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState, useId } from 'react';
import { Link } from 'react-router';
import { type ImportPlan, type ImportResult, importUnsent, planImport } from '../../local/outbox/files/import';
import type { DraftForm } from '../../local/outbox/files/import-drafts';
import { readExport, type UnsentFile, type ImportProblem } from '../../local/outbox/files/read-export';
import { useRecordTranslation, type RecordTranslator } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useUser, useLanguage } from '../../shared/session/session';
import { formatDate } from '../../i18n/format';
import { fieldLabel } from '../../shared/records/field-labels';
import classes from './ImportUnsent.module.css';
import shared from './outbox.module.css';

interface Preview {
  file: UnsentFile;
  plan: ImportPlan;
}

/** Imports an export of unsent records: shows what it contains, asks, and then shows the result. */
export function ImportUnsent({ draftForm }: { draftForm: DraftForm }) {
  const t = useRecordTranslation('outbox');
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  const read = async (files: readonly File[]) => {
    if (files.length === 0) return;
    await attempt(async () => {
      const file = await readExport(files, { id: user.id, key: user.export_key });
      const plan = await planImport(currentDatabase(), file);
      const isEmpty = plan.newDrafts === 0 && plan.records.every(({ state }) => state.state === 'known');
      setPreview(isEmpty ? null : { file, plan });
      setResult(isEmpty ? { records: 0, drafts: 0, photos: 0, known: plan.known, kept: 0, faults: file.faults } : null);
    });
  };
  const confirm = async (file: UnsentFile, useFile: ReadonlySet<string>) => {
    const { id, name, is_pro, preferences } = user;
    await attempt(async () => {
      const options = { user: { id, name, is_pro }, useFile, geoprivacy: preferences.geoprivacy, form: draftForm };
      setResult(await importUnsent(currentDatabase(), file, options));
      setPreview(null);
    });
  };

  return (
    <section className={classes.importUnsent}>
      <p className={classes.importHint}>{t('outbox:import.hint')}</p>
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
      {!preview && (
        <Button
          variant="default"
          leftSection={<IconUpload size={20} aria-hidden />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          {t('outbox:import.title')}
        </Button>
      )}
      {preview && (
        <ImportPreview
          {...preview}
          isBusy={isBusy}
          onConfirm={(useFile) => void confirm(preview.file, useFile)}
          onCancel={() => setPreview(null)}
        />
      )}
      <div role="status">{result && <ImportOutcome result={result} />}</div>
    </section>
  );
}

/** The result of an import. */
function ImportOutcome({ result }: { result: ImportResult }) {
  const t = useRecordTranslation('outbox');
  const { records, drafts, kept, faults } = result;
  const list = useRef<HTMLUListElement>(null);
  // It appears at the end of the screen, where the navigation bar of a phone would hide it.
  useEffect(() => list.current?.scrollIntoView?.({ block: 'nearest' }), [result]);
  return (
    <ul className={classes.importResult} ref={list}>
      {records > 0 && <li>{t('outbox:import.done', { count: records })}</li>}
      {drafts > 0 && (
        <li>
          {t('outbox:import.drafts', { count: drafts })} <Link to="/observe">{t('common:nav.observe')}</Link>
        </li>
      )}
      {kept > 0 && <li>{t('outbox:import.kept', { number: kept })}</li>}
      {records + drafts + kept + faults.length === 0 && <li>{t('outbox:import.nothing')}</li>}
      <ImportProblems problems={faults} />
    </ul>
  );
}

/** Maximum number of problems listed. */
const LISTED = 20;

interface Props {
  file: UnsentFile;
  plan: ImportPlan;
  isBusy: boolean;
  /** `useFile`: ids of differing records whose version in the file is to be imported. */
  onConfirm: (useFile: ReadonlySet<string>) => void;
  onCancel: () => void;
}

/** What an export contains and what an import would change, before anything is imported. */
function ImportPreview({ file, plan, isBusy, onConfirm, onCancel }: Props) {
  const t = useRecordTranslation('outbox');
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [useFile, setUseFile] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => title.current?.focus(), [file]);
  const { skipped, isVerified } = file;
  const added = plan.records.filter(({ state }) => state.state === 'new' || state.state === 'change').length;
  const differing = plan.records.filter(({ state }) => state.state === 'differs');
  const toggle = (id: string, isChosen: boolean) =>
    setUseFile((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <section className={classes.importPreview} aria-labelledby={titleId}>
      <h2 className={classes.importTitle} id={titleId} ref={title} tabIndex={-1}>
        {t('outbox:import.preview')}
      </h2>
      <Contents file={file} />
      {!isVerified && (
        <p className={classes.importWarning} role="alert">
          {t('outbox:import.unverified')}
        </p>
      )}
      <ul className={classes.importResult}>
        {added > 0 && <li>{t('outbox:import.new', { number: added })}</li>}
        {plan.newDrafts > 0 && <li>{t('outbox:import.new_drafts', { number: plan.newDrafts })}</li>}
        {plan.known > 0 && <li>{t('outbox:import.known', { number: plan.known })}</li>}
        {skipped.deletions > 0 && <li>{t('outbox:import.skipped_deletions', { number: skipped.deletions })}</li>}
        {skipped.calls > 0 && <li>{t('outbox:import.skipped_calls', { number: skipped.calls })}</li>}
        <ImportProblems problems={file.faults} />
      </ul>
      {differing.length > 0 && (
        <>
          <p className={classes.importHint}>{t('outbox:import.differ')}</p>
          <ul className={classes.importResult}>
            {differing.map(({ record, state }) => (
              <li key={record.id}>
                <Checkbox
                  label={t('outbox:import.use_file', { name: record.name || t('common:taxon.unnamed') })}
                  description={state.state === 'differs' ? differenceText(state, t) : undefined}
                  checked={useFile.has(record.id)}
                  onChange={(event) => toggle(record.id, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={shared.buttons}>
        <Button loading={isBusy} onClick={() => onConfirm(useFile)}>
          {t(isVerified ? 'outbox:import.confirm' : 'outbox:import.confirm_drafts')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </section>
  );
}

/** How much the file contains, and when and on which device it says it was exported. */
function Contents({ file }: { file: UnsentFile }) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const { records, drafts, madeAt, device } = file;
  const photos = [...records, ...drafts].reduce((sum, one) => sum + one.photos.length, 0);
  const when = madeAt ? formatDate(Date.parse(madeAt), language, { dateStyle: 'medium', timeStyle: 'short' }) : null;
  return (
    <p className={classes.importHint}>
      {[
        t('common:count.records', { count: records.length }),
        drafts.length > 0 && t('outbox:import.draft_count', { number: drafts.length }),
        t('observations:record.photos', { count: photos }),
        when && (device ? t('outbox:import.from', { device, when }) : t('outbox:import.made', { when })),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

type Difference = Extract<ImportPlan['records'][number]['state'], { state: 'differs' }>;

/** Why the record is asked about, and the fields that differ. */
function differenceText({ reason, fields }: Difference, t: RecordTranslator<'outbox'>): string {
  const labels = [...new Set(fields.map((field) => fieldLabel(field, t)))];
  const why = t(`outbox:import.differs.${reason}`);
  return labels.length > 0 ? `${why} ${t('outbox:import.differing', { fields: labels.join(', ') })}` : why;
}

/** What cannot be imported and why, as items of a list. */
function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const t = useRecordTranslation('outbox');
  return problems.slice(0, LISTED).map((problem, index) => <li key={`${index} ${problem.reason}`}>{problemText(problem, t)}</li>);
}

function problemText({ reason, about, fields = [] }: ImportProblem, t: RecordTranslator<'outbox'>): string {
  const name = about || t('common:taxon.unnamed');
  if (reason !== 'malformed') return t(`outbox:import.${reason}`, { about: name });
  const labels = [...new Set(fields.map((field) => fieldLabel(field, t)))];
  return t('outbox:import.malformed', { about: name, fields: labels.join(', ') });
}

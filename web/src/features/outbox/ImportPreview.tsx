import { Button, Checkbox } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '../../i18n/format';
import type { ImportPlan } from '../../local/outbox/files/import';
import type { ImportProblem, UnsentFile } from '../../local/outbox/files/read-export';
import { useLanguage } from '../../shared/session/session';
import { fieldLabel } from '../../shared/records/field-labels';
import { type RecordTranslator, useRecordTranslation } from '../../shared/records/record-labels';
import classes from './ImportUnsent.module.css';
import shared from './outbox.module.css';

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
export function ImportPreview({ file, plan, isBusy, onConfirm, onCancel }: Props) {
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
export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const t = useRecordTranslation('outbox');
  return problems.slice(0, LISTED).map((problem, index) => <li key={`${index} ${problem.reason}`}>{problemText(problem, t)}</li>);
}

function problemText({ reason, about, fields = [] }: ImportProblem, t: RecordTranslator<'outbox'>): string {
  const name = about || t('common:taxon.unnamed');
  if (reason !== 'malformed') return t(`outbox:import.${reason}`, { about: name });
  const labels = [...new Set(fields.map((field) => fieldLabel(field, t)))];
  return t('outbox:import.malformed', { about: name, fields: labels.join(', ') });
}

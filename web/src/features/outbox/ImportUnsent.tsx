import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type ImportPlan, type ImportResult, importUnsent, planImport } from '../../local/outbox/files/import';
import type { DraftForm } from '../../local/outbox/files/import-drafts';
import { readExport, type UnsentFile } from '../../local/outbox/files/read-export';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useUser } from '../../shared/session/session';
import { ImportPreview, ImportProblems } from './ImportPreview';
import classes from './ImportUnsent.module.css';

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

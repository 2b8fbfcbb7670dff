import { Alert, Anchor, Button, Progress as ProgressBar } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { listRelations } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { bytes } from '../../../i18n/bytes';
import { number } from '../../../i18n/format';
import { fetchOriginal } from '../../../local/app/original';
import { api } from '../../../local/app/veld';
import { appearance } from '../../../ui/appearance';
import { currentDatabase, useIsOnline, useLanguage, useUser } from '../../../shared/session/session';
import { taxonById } from '../../../shared/taxa/data';
import { Section, SectionPart, type SectionProps } from '../Section';
import shared from '../settings.module.css';
import type { ArchiveReport, Progress } from './archive';
import { chooseFile } from './archive-parts';
import classes from './DataSection.module.css';
import { cancelExport, exportName, exportRun, runExport } from './run-export';

/** Exports everything that the person owns, and says where files can be imported. */
export default function DataSection({ id, title }: SectionProps) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Section id={id} title={title} lead={t('data.lead')}>
      <SectionPart id="export" title={t('data.export')} lead={t('data.contents')}>
        <Export />
      </SectionPart>
      <SectionPart id="import" title={t('data.import')}>
        <Anchor component={Link} className={shared.link} to="/outbox">
          {t('data.import_unsent')}
        </Anchor>
        <Anchor component={Link} className={shared.link} to="/settings/my-locations">
          {t('data.import_places')}
        </Anchor>
      </SectionPart>
    </Section>
  );
}

function Export() {
  const { t } = useTranslation(['settings', 'common']);
  const isOnline = useIsOnline();
  const run = useStore(exportRun);
  const start = useExport();
  if (run.state === 'running') return <Running progress={run.progress} />;
  return (
    <>
      {!isOnline && <p className={shared.quiet}>{t('data.offline')}</p>}
      {run.state === 'done' && <Done report={run.report} />}
      {run.state === 'cancelled' && (
        <p className={shared.quiet} role="status">
          {t('data.cancelled')}
        </p>
      )}
      {run.state === 'failed' && (
        <Alert color="brick" role="alert">
          {t('data.failed')}
        </Alert>
      )}
      <div className={shared.row}>
        <Button leftSection={<IconDownload size={20} aria-hidden />} onClick={() => void start()}>
          {t('data.start')}
        </Button>
      </div>
    </>
  );
}

function useExport(): () => Promise<void> {
  const { t } = useTranslation(['settings', 'common']);
  const user = useUser();
  const language = useLanguage();
  const isOnline = useIsOnline();
  const database = currentDatabase();
  return async () => {
    let file;
    try {
      file = await chooseFile(exportName(new Date()));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // Where the dialog is not allowed, the file is downloaded.
      file = null;
    }
    const taxonNames = async (id: number) => {
      const taxon = await taxonById(id).catch(() => null);
      return taxon && { name: taxon.name, scientific: taxon.scientific_name };
    };
    const fetchPhoto = (id: string, signal: AbortSignal) =>
      isOnline ? fetchOriginal(id, signal) : Promise.reject(new Error('There is no connection'));
    const fetchPeople = async (signal: AbortSignal) => (await api.call(listRelations, {}, { signal })).data;
    await runExport({ database, user, language, t, taxonNames, fetchPhoto, fetchPeople, deviceSettings: appearance() }, file);
  };
}

function Running({ progress: { done, total, bytes: size } }: { progress: Progress }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const text = t('data.running', { done: number(done, language), total: number(total, language), size: bytes(size, language) });
  return (
    <div className={classes.running}>
      <ProgressBar value={total === 0 ? 0 : (done / total) * 100} aria-label={t('data.export')} />
      <p className={classes.text} role="status">
        {text}
      </p>
      <div className={shared.row}>
        <Button variant="default" onClick={cancelExport}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Done({ report }: { report: ArchiveReport }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const shown = (value: number) => number(value, language);
  return (
    <Alert color={report.missing > 0 ? 'ochre' : 'moss'} role="status">
      <p className={classes.text}>{t('data.done', { records: shown(report.records), photos: shown(report.photos) })}</p>
      {report.files > 1 && <p className={classes.text}>{t('data.files', { files: shown(report.files) })}</p>}
      {report.missing > 0 && <p className={classes.text}>{t('data.missing', { missing: shown(report.missing) })}</p>}
    </Alert>
  );
}

import { Alert, Anchor, Button, Progress as ProgressBar } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { listRelations, getOriginal, pathFor } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { number } from '../../../i18n/format';
import { bytes } from '../../../i18n/units';
import { api, auth } from '../../../local/app/veld';
import { CallError } from '../../../local/net/call-error';
import { currentDatabase, useIsOnline, useLanguage, useUser } from '../../../shared/session/session';
import { taxonById } from '../../../shared/taxa/data';
import { appearance } from '../../../ui/appearance';
import { fetchWritten } from '../../messages/data';
import { fetchOwnPlacePhotos } from '../../places/data';
import { Section, SectionPart, type SectionProps } from '../Section';
import { type ArchiveReport, type ArchiveSource, type Progress, writeArchive } from './archive';
import { type ArchivePart, chooseFile, downloadPart } from './archive-parts';
import shared from '../settings.module.css';
import classes from './DataSection.module.css';

/** The export of this page. It goes on while other screens are shown. */
export const exportRun = createStore<Run>(() => ({ state: 'idle' }));

let stop: AbortController | null = null;

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
    await runExport(
      {
        database,
        user,
        language,
        t,
        taxonNames,
        fetchPhoto,
        fetchPeople,
        fetchMessages: fetchWritten,
        fetchPlacePhotos: fetchOwnPlacePhotos,
        deviceSettings: appearance(),
      },
      file,
    );
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

type Run = { state: 'idle' | 'failed' | 'cancelled' } | { state: 'running'; progress: Progress } | { state: 'done'; report: ArchiveReport };

/** The name of the file on `now`; `number` counts the files of one export. */
function exportName(now: Date, number = 1): string {
  return `veld-export-${now.toISOString().slice(0, 10)}${number > 1 ? `-${number}` : ''}.zip`;
}

/** Writes the export into `file`, or into downloads if it is null or does not hold everything. */
async function runExport(source: ArchiveSource, file: ArchivePart | null, now = new Date()): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  const { signal } = stop;
  exportRun.setState({ state: 'running', progress: { done: 0, total: 0, bytes: 0 } }, true);
  try {
    const report = await writeArchive(source, {
      openPart: (number) => (number === 1 && file ? file : downloadPart(exportName(now, number))),
      signal,
      onProgress: (progress) => exportRun.setState({ state: 'running', progress }, true),
    });
    exportRun.setState({ state: 'done', report }, true);
  } catch (error) {
    if (!signal.aborted) console.error('Export', error);
    exportRun.setState({ state: signal.aborted ? 'cancelled' : 'failed' }, true);
  } finally {
    stop = null;
  }
}

function cancelExport(): void {
  stop?.abort();
}

/** How long the server may take to begin. The bytes may take longer. */
const START_MS = 30_000;

/** The original bytes of one of the person's photos, from the server. Throws a `CallError`. */
async function fetchOriginal(id: string, signal: AbortSignal): Promise<Blob> {
  const { token } = auth.state();
  const begun = new AbortController();
  const timer = setTimeout(() => begun.abort(), START_MS);
  try {
    const response = await fetch(api.baseUrl + pathFor(getOriginal, { id }), {
      headers: { authorization: `Bearer ${token ?? ''}` },
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, begun.signal]),
    });
    clearTimeout(timer);
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('image/'))
      throw new CallError('not_ours', { status: response.status, message: `No photo but an answer ${response.status}` });
    return await response.blob();
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    throw new CallError(begun.signal.aborted ? 'timeout' : 'network', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

import { Alert, Button, Modal, Progress, Checkbox, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState, type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '@veld/contract';
import { IconFileUpload } from '@tabler/icons-react';
import { ago } from '../../../i18n/format';
import { bytes } from '../../../i18n/units';
import { useFormErrorText, useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier, useLanguage } from '../../../shared/session/session';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useAdminChange } from '../data';
import { addFile, type AdminMap, type AdminMaps, deleteFile, removeMap, useMaps, sendMapFile } from './data';
import shared from '../admin.module.css';
import classes from './MapsPart.module.css';

/** The maps besides the built-in one: what `npm run map` does, in a browser. */
export default function MapsPart() {
  const { t } = useTranslation('admin');
  const { maps, failure, retry } = useMaps();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!maps) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <Added maps={maps.maps} />
      <Running maps={maps} />
      <AddForm limit={maps.max_upload_bytes} isBusy={maps.task !== null} />
      <Files maps={maps} />
    </>
  );
}

function Added({ maps }: { maps: readonly AdminMap[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [removed, setRemoved] = useState<AdminMap | null>(null);
  if (maps.length === 0) return <p className={shared.quiet}>{t('outdoor.none')}</p>;
  return (
    <>
      <ul className={shared.list} aria-label={t('section.maps')}>
        {maps.map((map) => (
          <li key={map.id} className={classes.entry}>
            <span className={classes.words}>
              <span className={classes.name}>{map.name}</span>
              <span>{[t(`outdoor.kind.${map.kind}`), !map.is_offline && t('outdoor.online_only')].filter(Boolean).join(' · ')}</span>
              <span className={shared.quiet}>{factsAbout(map, t, language)}</span>
              <span className={shared.quiet}>{map.attribution}</span>
            </span>
            <Button variant="default" onClick={() => setRemoved(map)} aria-label={`${t('outdoor.remove')}: ${map.name}`}>
              {t('outdoor.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {removed && <RemoveDialog map={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function factsAbout({ min_zoom, max_zoom, bytes: size, origin, added_at }: AdminMap, t: TFunction<'admin'>, language: Language): string {
  const when = ago(added_at, language);
  return t('outdoor.facts', { from: min_zoom, to: max_zoom, size: bytes(size, language), file: origin, when });
}

function RemoveDialog({ map: { id, name }, onClose }: { map: AdminMap; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { run, isBusy } = useChange();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('outdoor.remove_title', { name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <DialogText>{t('outdoor.remove_about')}</DialogText>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button color="brick" loading={isBusy} onClick={() => run(removeMap(id), onClose)}>
          {t('outdoor.remove')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** What is being added, or why the last file was not. */
function Running({ maps: { task, failure } }: { maps: AdminMaps }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (task) {
    const said = t(`outdoor.step.${task.step}`, { file: task.file });
    return (
      <div className={shared.part} role="status">
        <p className={shared.quiet}>{said}</p>
        <Progress value={task.share * 100} aria-label={said} />
      </div>
    );
  }
  if (!failure) return null;
  const { free, needed, ...params } = failure.params;
  const sizes = { free: bytes(Number(free ?? 0), language), needed: bytes(Number(needed ?? 0), language) };
  return (
    <Alert color="brick" role="alert" className={shared.part} title={t('outdoor.failed', { file: failure.file })}>
      {t(`outdoor.failure.${failure.code}`, { layers: '', format: '', reason: '', name: '', ...params, ...sizes })}
    </Alert>
  );
}

const COMMAND = 'npm run map -- add netherlands-latest.osm.pbf';
const FOLDER = 'maps/incoming';

/** Files that are too large for a browser lie on the server already. */
function Files({ maps: { files, task } }: { maps: AdminMaps }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { run, isBusy } = useChange();
  return (
    <section className={shared.part} aria-labelledby="map-files">
      <SectionTitle id="map-files">{t('outdoor.files')}</SectionTitle>
      {files.length > 0 && (
        <ul className={shared.list}>
          {files.map(({ name, bytes: size }) => (
            <li key={name} className={classes.entry}>
              <span className={classes.words}>
                <span className={classes.name}>{name}</span>
                <span className={shared.quiet}>{bytes(size, language)}</span>
              </span>
              <span className={shared.row}>
                <Button
                  variant="default"
                  disabled={task !== null || isBusy}
                  aria-label={t('outdoor.add_file', { name })}
                  onClick={() => run(addFile({ file: name, is_offline: true, is_moved: false }))}
                >
                  {t('outdoor.send')}
                </Button>
                <Button
                  variant="default"
                  disabled={task?.file === name || isBusy}
                  aria-label={t('outdoor.delete_file', { name })}
                  onClick={() => run(deleteFile(name))}
                >
                  {t('outdoor.remove')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={shared.quiet}>{t('outdoor.files_about', { folder: FOLDER })}</p>
      <pre className={classes.command}>{COMMAND}</pre>
    </section>
  );
}

/** Changes something and asks for the list again; a failure is a notice. */
function useChange(): { run: (change: Promise<void>, done?: () => void) => void; isBusy: boolean } {
  const change = useAdminChange();
  const errorText = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const run = (work: Promise<void>, done?: () => void) => {
    setBusy(true);
    change(work)
      .then(done, (error: unknown) => notifier.show('negative', errorText(error), { cause: error }))
      .finally(() => setBusy(false));
  };
  return { run, isBusy };
}

const EXTRACTS = 'https://download.geofabrik.de';

interface Props {
  /** The most bytes of a file. */
  limit: number;
  /** Whether another file is being made a map. */
  isBusy: boolean;
}

/** Uploads a file and makes it a map. */
function AddForm({ limit, isBusy }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const change = useAdminChange();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [isOffline, setOffline] = useState(true);
  const [share, setShare] = useState<number | null>(null);
  const { submit, isSending, errors } = useSending(async () => {
    if (!file) return;
    try {
      await sendMapFile(file, setShare);
      const named = name.trim() === '' ? {} : { name: name.trim() };
      await change(addFile({ file: file.name, is_offline: isOffline, is_moved: true, ...named }));
      setFile(null);
      setName('');
    } finally {
      setShare(null);
    }
  });
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = event.currentTarget.files?.[0];
    // Picking the same file again is a change too.
    event.currentTarget.value = '';
    if (picked) setFile(picked);
  };
  const isTooLarge = file !== null && file.size > limit;
  const error = isTooLarge ? t('outdoor.too_large', { size: bytes(limit, language) }) : (errors.form ?? Object.values(errors.fields)[0]);
  const said = t('outdoor.uploading', { file: file?.name ?? '' });
  return (
    <section className={shared.part} aria-labelledby="add-map">
      <SectionTitle id="add-map">{t('outdoor.add')}</SectionTitle>
      <form className={shared.form} onSubmit={submit}>
        <p className={shared.quiet}>
          {t('outdoor.add_about', { size: bytes(limit, language) })}{' '}
          <a className={shared.link} href={EXTRACTS} target="_blank" rel="noreferrer">
            {new URL(EXTRACTS).host}
          </a>
        </p>
        <input ref={input} type="file" accept=".pbf,.pmtiles,.mbtiles" hidden aria-label={t('outdoor.choose')} onChange={pick} />
        <div className={shared.row}>
          <Button
            variant={file ? 'default' : 'filled'}
            leftSection={<IconFileUpload size={20} aria-hidden />}
            disabled={isSending}
            onClick={() => input.current?.click()}
          >
            {t('outdoor.choose')}
          </Button>
          {file && (
            <span>
              {file.name} <span className={shared.quiet}>{bytes(file.size, language)}</span>
            </span>
          )}
        </div>
        {file && (
          <>
            <TextInput
              label={t('outdoor.name')}
              description={t('outdoor.name_hint')}
              maxLength={60}
              value={name}
              disabled={isSending}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label={t('outdoor.allow_offline')}
              checked={isOffline}
              disabled={isSending}
              onChange={(event) => setOffline(event.currentTarget.checked)}
            />
            {share === null ? (
              <div>
                <Button type="submit" disabled={isBusy || isTooLarge}>
                  {t('outdoor.send')}
                </Button>
              </div>
            ) : (
              <div role="status">
                <p className={shared.quiet}>{said}</p>
                <Progress value={share * 100} aria-label={said} />
              </div>
            )}
          </>
        )}
        {error && (
          <Alert color="brick" role="alert">
            {error}
          </Alert>
        )}
      </form>
    </section>
  );
}

import { Alert, Button, Checkbox, Progress, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/units';
import { useSending } from '../../../shared/session/form';
import { useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useAdminChange } from '../data';
import { addFile, sendMapFile } from './data';
import shared from '../admin.module.css';

const EXTRACTS = 'https://download.geofabrik.de';

interface Props {
  /** The most bytes of a file. */
  limit: number;
  /** Whether another file is being made a map. */
  isBusy: boolean;
}

/** Uploads a file and makes it a map. */
export function AddForm({ limit, isBusy }: Props) {
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

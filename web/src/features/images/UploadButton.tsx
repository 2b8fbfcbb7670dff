import { Alert, Button, Progress } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrorText } from '../../shared/session/form';
import { PhotoRefused, prepareUpload, type Upload, UPLOAD_TYPES } from './data';
import classes from './UploadButton.module.css';

interface Props {
  /** Called with the URL of the photo, and the file to show it at once. */
  onStored: (address: string, file: File) => void;
}

/** Uploads a photo of the curator. An interrupted upload is resumed. */
export function UploadButton({ onStored }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const formErrorOf = useFormErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [upload, setUpload] = useState<{ ready: Upload; file: File } | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);

  const send = async ({ ready, file }: { ready: Upload; file: File }) => {
    setErrorText(null);
    setPart(0);
    try {
      const address = await ready.send(setPart);
      setUpload(null);
      onStored(address, file);
    } catch (error) {
      setErrorText(formErrorOf(error));
    } finally {
      setPart(null);
    }
  };

  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    setErrorText(null);
    setUpload(null);
    try {
      const next = { ready: await prepareUpload(file), file };
      setUpload(next);
      await send(next);
    } catch (error) {
      setErrorText(error instanceof PhotoRefused ? t(`rejected.${error.reason}`) : t('common:error.title'));
    }
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={UPLOAD_TYPES.join(',')}
        hidden
        aria-label={t('upload')}
        onChange={(event) => void pick(event)}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={20} aria-hidden />}
        disabled={part !== null}
        onClick={() => input.current?.click()}
      >
        {t('upload')}
      </Button>
      {part !== null && (
        <div className={classes.progress}>
          <Progress value={part * 100} aria-label={t('sending')} />
        </div>
      )}
      {errorText && (
        <Alert className={classes.progress} color="brick" role="alert">
          {errorText}
          {upload && (
            <Button variant="default" mt="sm" onClick={() => void send(upload)}>
              {t('common:action.retry')}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}

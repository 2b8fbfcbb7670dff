import { Alert, Button, Progress, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ImageCredit } from '@veld/contract';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrorText } from '../../shared/session/form';
import { useFailureText } from '../../shared/session/LoadFailure';
import { EmptyState } from '../../ui/EmptyState';
import { Candidates } from './Candidates';
import type { Candidate, Site, useCandidates } from './candidates';
import { type Credit, CreditFields } from './CreditFields';
import { PhotoRefused, prepareUpload, type Upload, UPLOAD_TYPES } from './data';
import classes from './ImageChoice.module.css';
import workbench from './Workbench.module.css';

interface Props {
  offer: ReturnType<typeof useCandidates>;
  /** The index of the candidate that Tab reaches. */
  marked: number;
  isSaving: boolean;
  onMark: (index: number) => void;
  onChoose: (candidate: Candidate) => void;
  /** Stops offering it. */
  onReject: (candidate: Candidate) => void;
  onUpload: (address: string, file: File) => void;
  onAddress: (address: string, credit: ImageCredit) => void;
  onSkip: () => void;
}

/** The ways to an image of the species: its candidates, an upload, a picture elsewhere, or none for now. */
export function ImageChoice({ offer, marked, isSaving, onMark, onChoose, onReject, onUpload, onAddress, onSkip }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const textOf = useFailureText();
  const { candidates, failure, hasMore, more, retry, sites } = offer;
  const [isTyping, setIsTyping] = useState(false);
  const isSearching = sites.some(({ state }) => state === 'loading');
  return (
    <>
      <div className={workbench.row}>
        <UploadButton onStored={onUpload} />
        {!isTyping && (
          <Button variant="default" onClick={() => setIsTyping(true)}>
            {t('address.open')}
          </Button>
        )}
        <Button variant="default" onClick={onSkip}>
          {t('skip')}
        </Button>
      </div>
      <p className={workbench.quiet}>{t('upload_hint')}</p>
      {isTyping && (
        <AddressForm
          allowsNonCommercial={offer.allowsNonCommercial}
          isSaving={isSaving}
          onTake={onAddress}
          onCancel={() => setIsTyping(false)}
        />
      )}
      {candidates === undefined && !failure && (
        <p className={workbench.quiet} role="status">
          {t('loading')}
        </p>
      )}
      {candidates === undefined && failure && (
        <div className={workbench.row}>
          <p className={workbench.quiet} role="alert">
            {t('failed')} {textOf(failure)}
          </p>
          <Button variant="default" onClick={retry}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {candidates?.length === 0 && !isSearching && <EmptyState sentence={t('no_candidates')} />}
      {candidates && candidates.length > 0 && <Candidates {...{ candidates, marked, onMark, onChoose, onReject }} isDisabled={isSaving} />}
      <Sites sites={sites} />
      {hasMore && (
        <div className={workbench.row}>
          <Button variant="default" onClick={more}>
            {t('common:action.show_more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How asking the other sites goes, as far as it needs attention. */
export function Sites({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation(['images', 'common']);
  const loading = sites.filter(({ state }) => state === 'loading').map(({ source }) => t(`source.${source}`));
  return (
    <>
      {loading.length > 0 && (
        <p className={workbench.quiet} role="status">
          {t('site_loading', { site: loading.join(', ') })}
        </p>
      )}
      {sites
        .filter(({ state }) => state === 'failed')
        .map(({ source, retry }) => (
          <div key={source} className={workbench.row}>
            <p className={workbench.quiet}>{t('site_failed', { site: t(`source.${source}`) })}</p>
            <Button variant="default" onClick={retry}>
              {t('common:action.retry')}
            </Button>
          </div>
        ))}
    </>
  );
}

interface AddressFormProps {
  allowsNonCommercial: boolean;
  isSaving: boolean;
  onTake: (address: string, credit: ImageCredit) => void;
  onCancel: () => void;
}

/** Asks for a picture on another site: its address and credit. */
function AddressForm({ allowsNonCommercial, isSaving, onTake, onCancel }: AddressFormProps) {
  const { t } = useTranslation(['images', 'common']);
  const [address, setAddress] = useState('');
  const [credit, setCredit] = useState<Credit>({ author: '', license: '', page_url: null });
  const [isSent, setIsSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    onTake(address.trim(), { ...credit, author: credit.author.trim() });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('address.label')}
        type="url"
        required
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <CreditFields credit={credit} onChange={setCredit} allowsNonCommercial={allowsNonCommercial} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving && isSent} disabled={isSaving}>
          {t('address.take')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface UploadButtonProps {
  /** Called with the URL of the photo, and the file to show it at once. */
  onStored: (address: string, file: File) => void;
}

/** Uploads a photo of the curator. An interrupted upload is resumed. */
function UploadButton({ onStored }: UploadButtonProps) {
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

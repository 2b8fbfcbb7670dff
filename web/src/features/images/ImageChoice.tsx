import { Button } from '@mantine/core';
import type { ImageCredit } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../shared/session/LoadFailure';
import { EmptyState } from '../../ui/EmptyState';
import { AddressForm } from './AddressForm';
import { Candidates } from './Candidates';
import type { Candidate, Site, useCandidates } from './candidates';
import { UploadButton } from './UploadButton';
import classes from './Workbench.module.css';

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
      <div className={classes.row}>
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
      <p className={classes.quiet}>{t('upload_hint')}</p>
      {isTyping && (
        <AddressForm
          allowsNonCommercial={offer.allowsNonCommercial}
          isSaving={isSaving}
          onTake={onAddress}
          onCancel={() => setIsTyping(false)}
        />
      )}
      {candidates === undefined && !failure && (
        <p className={classes.quiet} role="status">
          {t('loading')}
        </p>
      )}
      {candidates === undefined && failure && (
        <div className={classes.row}>
          <p className={classes.quiet} role="alert">
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
        <div className={classes.row}>
          <Button variant="default" onClick={more}>
            {t('common:action.show_more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How asking the other sites goes, as far as it needs attention. */
function Sites({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation(['images', 'common']);
  const loading = sites.filter(({ state }) => state === 'loading').map(({ source }) => t(`source.${source}`));
  return (
    <>
      {loading.length > 0 && (
        <p className={classes.quiet} role="status">
          {t('site_loading', { site: loading.join(', ') })}
        </p>
      )}
      {sites
        .filter(({ state }) => state === 'failed')
        .map(({ source, retry }) => (
          <div key={source} className={classes.row}>
            <p className={classes.quiet}>{t('site_failed', { site: t(`source.${source}`) })}</p>
            <Button variant="default" onClick={retry}>
              {t('common:action.retry')}
            </Button>
          </div>
        ))}
    </>
  );
}

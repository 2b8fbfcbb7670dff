import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { FreshnessMark, Marks } from '../../../shared/records/lists/ListParts';
import { useIsOnline, useLanguage } from '../../../shared/session/session';
import { useStateOfOthers } from '../community';
import { listOfCountryKey } from '../list-of-location';
import classes from './PageState.module.css';

/** Says that the species list of a country is not on this device. */
export function ListMissing({ country }: { country: string }) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  const client = useQueryClient();
  const values = { country: countryName(country, language) };
  return (
    <NotLoaded
      failed={t('list_failed', values)}
      offline={t('list_missing', values)}
      onRetry={() => void client.refetchQueries({ queryKey: listOfCountryKey(country) })}
    />
  );
}

interface Props {
  /** Why something is not on this device: loading it failed, or it was never loaded and there is no connection. */
  failed: string;
  offline: string;
  onRetry: () => void;
}

/** Says that something is not on this device; online, it can be tried again. */
export function NotLoaded({ failed, offline, onRetry }: Props) {
  const { t } = useTranslation('common');
  const isOnline = useIsOnline();
  return (
    <div className={classes.missing} role="status">
      <span>{isOnline ? failed : offline}</span>
      {isOnline && (
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}

/** The age of what others recorded of a taxon, if it could not be refreshed; or that the page lacks it. */
export function OthersState({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation('species');
  const { isMissing, isOutdated, refreshedAt, retry } = useStateOfOthers(taxonId);
  return isMissing ? (
    <div className={classes.others}>
      <NotLoaded failed={t('page.others_failed')} offline={t('page.others_offline')} onRetry={retry} />
    </div>
  ) : (
    <Marks>
      <FreshnessMark isOutdated={isOutdated} refreshedAt={refreshedAt} onRetry={retry} />
    </Marks>
  );
}

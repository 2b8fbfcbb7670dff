import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../accounts/data';
import { FreshnessMark } from '../../observations/lists/FreshnessMark';
import { Marks } from '../../observations/lists/Marks';
import { useStateOfOthers } from '../community';
import classes from './OthersState.module.css';

/** The age of what others recorded of a taxon, if it could not be refreshed; or that the page lacks it. */
export function OthersState({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation(['species', 'common']);
  const isOnline = useIsOnline();
  const { isMissing, isOutdated, refreshedAt, retry } = useStateOfOthers(taxonId);
  if (!isMissing)
    return (
      <Marks>
        <FreshnessMark isOutdated={isOutdated} refreshedAt={refreshedAt} onRetry={retry} />
      </Marks>
    );
  return (
    <div className={classes.missing} role="status">
      <span>{t(isOnline ? 'page.others_failed' : 'page.others_offline')}</span>
      {isOnline && (
        <Button variant="default" onClick={retry}>
          {t('common:action.retry')}
        </Button>
      )}
    </div>
  );
}

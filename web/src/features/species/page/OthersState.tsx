import { useTranslation } from 'react-i18next';
import { FreshnessMark } from '../../../shared/records/lists/ListParts';
import { Marks } from '../../../shared/records/lists/Marks';
import { useStateOfOthers } from '../community';
import { NotLoaded } from './PageState';
import classes from './OthersState.module.css';

/** The age of what others recorded of a taxon, if it could not be refreshed; or that the page lacks it. */
export function OthersState({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation('species');
  const { isMissing, isOutdated, refreshedAt, retry } = useStateOfOthers(taxonId);
  return isMissing ? (
    <div className={classes.missing}>
      <NotLoaded failed={t('page.others_failed')} offline={t('page.others_offline')} onRetry={retry} />
    </div>
  ) : (
    <Marks>
      <FreshnessMark isOutdated={isOutdated} refreshedAt={refreshedAt} onRetry={retry} />
    </Marks>
  );
}

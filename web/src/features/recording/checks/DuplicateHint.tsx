import { IconCopyCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LocalObservation } from '../../../local/db/rows';
import { useDistance } from '../../../shared/geo/position/words';
import type { ObserveForm } from '../use-observe-form';
import { SAME_PLACE_M } from './near-records';
import { useDuplicate } from './use-check-facts';
import classes from './DuplicateHint.module.css';

/** Links to a record of the user that may be the same. Does not prevent saving. */
export function DuplicateHint({ form, sameTaxon }: { form: ObserveForm; sameTaxon: readonly LocalObservation[] }) {
  const { t } = useTranslation('recording');
  const length = useDistance();
  const duplicate = useDuplicate(form, sameTaxon);
  return (
    <div aria-live="polite">
      {duplicate && (
        <p className={classes.duplicate}>
          <IconCopyCheck size={20} aria-hidden />
          <span>
            {duplicate.why === 'photo' ? t('duplicate.photo') : t('duplicate.sighting', { distance: length(SAME_PLACE_M) })}{' '}
            <Link to={`/observations/${duplicate.id}`}>{t('duplicate.show')}</Link>
          </span>
        </p>
      )}
    </div>
  );
}

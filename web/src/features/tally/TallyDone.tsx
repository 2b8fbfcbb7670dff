import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SavedPage } from '../../ui/SavedPage';
import { number } from '../../i18n/format';
import type { FinishedTally } from '../../local/records/finish-tally';
import { TaxonRow } from '../../ui/TaxonRow';
import { useLanguage } from '../accounts/data';
import { useSyncStates } from '../observations/own';
import shared from './tally.module.css';
import classes from './TallyDone.module.css';

/** The saved records; those that could not be saved are still in the tally. */
export function TallyDone({ finished, onContinue }: { finished: FinishedTally; onContinue: () => void }) {
  const { t } = useTranslation(['tally', 'common']);
  const language = useLanguage();
  const states = useSyncStates();
  const { saved: records, failed } = finished;
  const isStored = states !== undefined && records.every(({ id }) => !states.has(id));
  return (
    <SavedPage
      title={t('saved', { count: records.length })}
      note={t(isStored ? 'saved_synced' : 'saved_on_device')}
      isWide
      actions={
        <>
          <Button size="lg" component={Link} to="/">
            {t('common:action.go_home')}
          </Button>
          <Button size="lg" variant="default" onClick={onContinue}>
            {t(failed.length > 0 ? 'back' : 'new_tally')}
          </Button>
        </>
      }
    >
      {failed.length > 0 && (
        <p className={shared.failed} role="alert">
          {t('failed', { count: failed.length })}
        </p>
      )}
      <ul className={classes.doneList}>
        {records.map(({ id, taxon, count }) => (
          <li key={id}>
            <TaxonRow
              to={`/observations/${id}`}
              name={taxon.name}
              scientificName={taxon.scientific_name}
              rank={taxon.rank}
              group={taxon.group}
              imageUrl={taxon.image_url}
              trailing={<strong className={classes.doneCount}>{number(count, language)}</strong>}
            />
          </li>
        ))}
      </ul>
    </SavedPage>
  );
}

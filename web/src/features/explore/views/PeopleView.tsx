import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { useLanguage } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar/Avatar';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useExploredPeople } from '../data';
import type { ViewProps } from '../view-props';
import { writeRecordQuery } from '../../../shared/record-filter/record-query';
import { NothingFound } from './NothingFound';
import { RecordsLink } from './RecordsLink';
import classes from './views.module.css';

/** Who recorded and who identified the records of the filter. */
export function PeopleView({ query, request, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'common']);
  const language = useLanguage();
  const { data, error, refetch } = useExploredPeople(request);
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <TaxonRowSkeletons label={t('loading')} />;
  const { observers, other_observers: others, identifiers } = data;
  if (observers.length + others === 0) return <NothingFound onClear={changes.clear} />;
  const recordsAddress = (id: string) => `/explore?${writeRecordQuery({ ...query, values: { ...query.values, user_id: id } })}`;
  return (
    <div className={classes.columns}>
      <section aria-labelledby="observers">
        <SectionTitle id="observers">{t('people.observers')}</SectionTitle>
        <ol className={classes.people}>
          {observers.map(({ id, name, records, species, last }) => (
            <li key={id} className={classes.person}>
              <Avatar person={{ id, name }} />
              <span className={classes.who}>
                <Link className={classes.name} to={`/profile/${id}`} dir="auto">
                  {name}
                </Link>
                <span className={classes.note}>
                  {t('common:count.species', { count: species })}
                  {last !== null && ` · ${t('people.last', { day: recordedDate(last, language) })}`}
                </span>
              </span>
              <RecordsLink to={recordsAddress(id)} count={records} />
            </li>
          ))}
        </ol>
        {others > 0 && <p className={classes.note}>{t('people.others', { count: others })}</p>}
      </section>
      {identifiers.length > 0 && (
        <section aria-labelledby="identifiers">
          <SectionTitle id="identifiers">{t('people.identifiers')}</SectionTitle>
          <ol className={classes.people}>
            {identifiers.map(({ id, name, identifications }) => (
              <li key={id} className={classes.person}>
                <Avatar person={{ id, name }} />
                <span className={classes.who}>
                  <Link className={classes.name} to={`/profile/${id}`} dir="auto">
                    {name}
                  </Link>
                  <span className={classes.note}>{t('people.identifications', { count: identifications })}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

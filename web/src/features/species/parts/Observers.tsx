import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionTitle } from '../../../ui/SectionTitle';
import { Avatar } from '../../../ui/avatar/Avatar';
import { useObservers } from '../community';
import classes from './Observers.module.css';

/** The people with the most records of a taxon. Nothing without any. */
export function Observers({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation(['species', 'common']);
  const people = useObservers(taxonId);
  if (!people || people.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t('page.observers')}</SectionTitle>
      <ul className={classes.people}>
        {people.map(({ id, name, observations }) => (
          <li key={id}>
            <Link className={classes.person} to={`/profile/${id}`}>
              <Avatar person={{ id, name }} />
              <span dir="auto" className={classes.name}>
                {name}
              </span>
              <span className={classes.count}>{t('common:count.records', { count: observations })}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.who}>{t('page.observers_who')}</p>
    </section>
  );
}

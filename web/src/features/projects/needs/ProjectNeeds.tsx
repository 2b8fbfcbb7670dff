import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { projectNeeds } from '../../../local/device/project-needs';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { projectAddress } from '../data';
import { findLacks, type FormFacts } from './missing';
import classes from './ProjectNeeds.module.css';

/** Projects that are named at once. */
const MOST = 2;

/** What the record of a form lacks in order to count for the projects of its days in which the person takes part. It asks for nothing. */
export default function ProjectNeeds({ values }: { values: FormFacts }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const database = currentDatabase();
  const known = useLiveQuery(() => projectNeeds.read(database), [database]) ?? [];
  const lacking = known.flatMap((needs) => {
    const lacks = findLacks(needs, values) ?? [];
    return lacks.length > 0 ? [{ ...needs, lacks }] : [];
  });
  if (lacking.length === 0) return null;
  return (
    <ul className={classes.needs}>
      {lacking.slice(0, MOST).map(({ id, name, lacks }) => (
        <li key={id}>
          <Link dir="auto" to={projectAddress(id)}>
            {name}
          </Link>{' '}
          {t('needs.lacks', { reasons: new Intl.ListFormat(language).format(lacks.map((lack) => t(`uncounted.${lack}`))) })}
        </li>
      ))}
    </ul>
  );
}

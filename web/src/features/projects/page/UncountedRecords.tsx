import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/session/session';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { recordedDate } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { type UncountedRecord, useUncountedRecords } from '../data';
import classes from './page.module.css';

/** Records of the user that do not count for a project, with the reasons. Nothing while there are none. */
export function UncountedRecords({ id }: { id: string }) {
  const { t } = useTranslation('projects');
  const { data } = useUncountedRecords(id);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="uncounted">
      <SectionTitle id="uncounted">{t('uncounted.title')}</SectionTitle>
      <ul className={classes.rows}>
        {data.map((record) => (
          <li key={record.id}>
            <UncountedRow record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UncountedRow({ record: { id, taxon: given, verbatim_name, observed_on, reasons } }: { record: UncountedRecord }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const taxon = useNamedTaxon(given);
  const words = new Intl.ListFormat(language).format(reasons.map((reason) => t(`uncounted.${reason}`)));
  return (
    <Link className={classes.person} to={`/observations/${id}`}>
      <span className={classes.words}>
        <bdi dir="auto">{taxon?.name ?? verbatim_name ?? t('common:taxon.unnamed')}</bdi>{' '}
        <span className={classes.quiet}>{recordedDate(observed_on, language)}</span>
        <span className={classes.detail}>{t('uncounted.because', { reasons: words })}</span>
      </span>
    </Link>
  );
}

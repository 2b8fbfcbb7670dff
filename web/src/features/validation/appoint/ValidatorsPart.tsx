import { Button } from '@mantine/core';
import type { Validator } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName, recordedDate } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier, useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { AppointForm } from './AppointForm';
import { endAppointment, useValidators } from './data';
import classes from './appoint.module.css';

/** Appoints validators, lists them, and ends appointments. */
export function ValidatorsPart({ projectId, isAdmin }: { projectId: string | null; isAdmin: boolean }) {
  const { t } = useTranslation(['validation', 'common']);
  const { validators, failure, refresh, more } = useValidators(projectId);
  if (failure) return <LoadFailure error={failure} onRetry={refresh} />;
  return (
    <div className={classes.columns}>
      <AppointForm projectId={projectId} isAdmin={isAdmin} onAppointed={refresh} />
      <section>
        <SectionTitle>{t('validators.list')}</SectionTitle>
        {!validators && <TaxonRowSkeletons label={t('validators.list')} />}
        {validators?.length === 0 && <p>{t('validators.none')}</p>}
        <ul className={classes.list}>
          {validators?.map((one) => (
            <Row key={one.id} one={one} onEnded={refresh} />
          ))}
        </ul>
        {more && (
          <Button variant="default" onClick={more}>
            {t('common:action.show_more')}
          </Button>
        )}
      </section>
    </div>
  );
}

function Row({ one, onEnded }: { one: Validator; onEnded: () => void }) {
  const { t } = useTranslation(['validation', 'common']);
  const field = useFieldText(one);
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await endAppointment(one.id);
      onEnded();
    } catch (error) {
      notifier.show('negative', t('validators.failed'), { cause: error });
    }
    setBusy(false);
  };
  return (
    <li className={classes.row}>
      <div>
        <p>
          <Link dir="auto" to={`/profile/${one.user.id}`}>
            {one.user.name}
          </Link>
        </p>
        <p className={classes.quiet}>{field}</p>
        {one.appointed_by !== null && <p className={classes.quiet}>{t('validators.by', { name: one.appointed_by })}</p>}
      </div>
      <Button variant="default" loading={isBusy} onClick={() => void end()} aria-label={t('validators.end_of', { name: one.user.name })}>
        {t('validators.end')}
      </Button>
    </li>
  );
}

/** The records of an appointment in words. */
function useFieldText({ field, project_name: project }: Validator): string {
  const { t } = useTranslation(['validation', 'common']);
  const language = useLanguage();
  const { group, country, area, from, to } = field;
  const parts = [
    group === null ? t('validators.all_groups') : t(`common:group.${group}`),
    country !== null && countryName(country, language),
    area !== null && t('validators.drawn'),
    from !== null && t('validators.since', { day: recordedDate(from, language) }),
    to !== null && t('validators.until', { day: recordedDate(to, language) }),
    project,
  ];
  return parts.filter(Boolean).join(' · ');
}

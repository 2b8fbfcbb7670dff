import { Button } from '@mantine/core';
import type { CheckName } from '@veld/contract';
import { IconAlertTriangle, IconCircleCheck, IconCopyCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName, monthName, number } from '../../../i18n/format';
import type { LocalObservation } from '../../../local/db/rows';
import { useLanguage } from '../../../shared/session/session';
import { useDistance } from '../../../shared/geo/position/words';
import { acknowledged, type Check, type CheckedField, inYear, WIDE_M } from './checks';
import type { ObserveForm } from '../use-observe-form';
import shared from '../checks.module.css';
import classes from './FieldChecks.module.css';
import { SAME_PLACE_M } from './near-records';
import { useDuplicate } from './use-check-facts';

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  field: CheckedField;
}

/** Warnings of a field, shown under it. They do not prevent saving, and the user can acknowledge them. */
export function FieldChecks({ form, checks, field }: Props) {
  const { t } = useTranslation(['recording', 'common']);
  const checkText = useCheckText();
  const shown = checks.filter((check) => check.field === field);
  const setAcknowledged = (name: CheckName, isAcknowledged: boolean) =>
    form.change((values) => ({ attributes: acknowledged(values, name, isAcknowledged) }));
  const changeYear = (from: number, to: number) =>
    form.change((values) => ({ ...inYear(values, from, to), when_source: 'typed', when_by: 'person' }));
  return (
    <div className={shared.checks} aria-live="polite">
      {shown.map((check) =>
        'isAcknowledged' in check && check.isAcknowledged ? (
          <p key={check.name} className={classes.acknowledged}>
            <IconCircleCheck size={20} aria-hidden />
            <span>{t(`recording:check.confirmed.${check.name}`)}</span>
            <Button variant="subtle" onClick={() => setAcknowledged(check.name, false)}>
              {t('common:action.undo')}
            </Button>
          </p>
        ) : (
          <div key={check.name} className={shared.check}>
            <IconAlertTriangle size={20} aria-hidden />
            <div>
              <p>{checkText(check)}</p>
              {check.name === 'long_ago' && check.meant !== null && (
                <Button variant="subtle" onClick={() => changeYear(check.year, check.meant!)}>
                  {t('recording:check.use_year', { year: String(check.meant) })}
                </Button>
              )}
              {'isAcknowledged' in check && (
                <Button variant="subtle" onClick={() => setAcknowledged(check.name, true)}>
                  {t('recording:check.confirm')}
                </Button>
              )}
            </div>
          </div>
        ),
      )}
    </div>
  );
}

function useCheckText(): (check: Check) => string {
  const { t } = useTranslation(['recording', 'frequencies']);
  const language = useLanguage();
  const length = useDistance();
  return (check) => {
    if ('isRefused' in check) return t('check.future_refused');
    if (check.name === 'long_ago' && check.meant !== null)
      return t('check.year_meant', { year: String(check.year).padStart(4, '0'), meant: String(check.meant) });
    if (check.name === 'skipped_time') return t('check.skipped_time', { time: check.time, taken: check.taken });
    if (check.name === 'long_ago') return t('check.long_ago', { year: String(check.year) });
    if (check.name === 'not_listed') return t('check.not_listed', { country: countryName(check.country, language) });
    if (check.name === 'unusual_month') {
      const { area, country, month, of } = check.rarity;
      const facts = { month: monthName(month, language), of: number(of, language), country: countryName(country, language) };
      return t(`frequencies:unusual.${area}`, facts);
    }
    if (check.name === 'unusual_count') return unusualText(check, t, number(check.why.most, language));
    if (check.name === 'wide_place') return t('check.wide_place', { distance: length(WIDE_M) });
    return t(`check.${check.name}`);
  };
}

function unusualText({ why }: Extract<Check, { name: 'unusual_count' }>, t: TFunction<'recording'>, most: string): string {
  return why.rule === 'own' ? t('check.unusual_own', { most }) : t('check.unusual_group', { most });
}

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

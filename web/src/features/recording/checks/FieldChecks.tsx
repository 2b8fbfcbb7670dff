import { Button } from '@mantine/core';
import { type CheckName, sureKey } from '@veld/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { countryName, number } from '../../../i18n/format';
import { useLanguage } from '../../accounts/data';
import { type Check, type CheckedField, checkedOf } from './checks';
import { aboutOf } from '../../observations/acknowledged';
import type { ObserveForm } from '../use-observe-form';
import shared from '../checks.module.css';
import classes from './FieldChecks.module.css';

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  field: CheckedField;
}

/** Warnings of a field, shown under it. They do not prevent saving, and the user can acknowledge them. */
export function FieldChecks({ form, checks, field }: Props) {
  const { t } = useTranslation(['recording', 'common']);
  const words = useCheckWords();
  const shown = checks.filter((check) => check.field === field);
  const setSure = (name: CheckName, isSure: boolean) =>
    form.change((values) => {
      const { [sureKey(name)]: _, ...attributes } = values.attributes;
      const about = aboutOf(name, checkedOf(values));
      return { attributes: isSure && about !== null ? { ...attributes, [sureKey(name)]: about } : attributes };
    });
  return (
    <div className={shared.checks} aria-live="polite">
      {shown.map((check) =>
        'isSure' in check && check.isSure ? (
          <p key={check.name} className={classes.sure}>
            <IconCircleCheck size={20} aria-hidden />
            <span>{t(`recording:check.confirmed.${check.name}`)}</span>
            <Button variant="subtle" onClick={() => setSure(check.name, false)}>
              {t('common:action.undo')}
            </Button>
          </p>
        ) : (
          <div key={check.name} className={shared.check}>
            <IconAlertTriangle size={20} aria-hidden />
            <div>
              <p>{words(check)}</p>
              {'isSure' in check && (
                <Button variant="subtle" onClick={() => setSure(check.name, true)}>
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

function useCheckWords(): (check: Check) => string {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  return (check) => {
    if (check.name === 'not_listed') return t('check.not_listed', { country: countryName(check.country, language) });
    if (check.name === 'unusual_count') return unusualWords(check, t, number(check.why.most, language));
    return t(`check.${check.name}`);
  };
}

function unusualWords({ why }: Extract<Check, { name: 'unusual_count' }>, t: TFunction<'recording'>, most: string): string {
  return why.rule === 'own' ? t('check.unusual_own', { most }) : t('check.unusual_group', { most });
}

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReviewFault, ReviewForm } from './review-values';
import shared from '../../../ui/fields/group.module.css';
import classes from './review.module.css';

interface Props {
  form: ReviewForm;
  faults: readonly ReviewFault[];
  onChange: (change: Partial<ReviewForm>) => void;
}

const FIELDS = ['minutes', 'kilometres', 'hectares', 'observers'] as const;

/** Duration, distance, area and number of people, which the person can correct. */
export function EffortFields({ form, faults, onChange }: Props) {
  const { t } = useTranslation('journeys');
  return (
    <fieldset className={shared.group}>
      <legend className={shared.label}>{t('review.effort')}</legend>
      <div className={classes.row}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`review.${field}`)}
            inputMode={field === 'observers' ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={form[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            error={faults.includes(field) && t('review.fault.number')}
          />
        ))}
      </div>
    </fieldset>
  );
}

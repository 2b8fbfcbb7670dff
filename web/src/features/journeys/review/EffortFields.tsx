import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../../../ui/fields/FieldGroup';
import { useUser } from '../../../shared/session/session';
import type { ReviewFault, ReviewForm } from './review-values';
import classes from './review.module.css';

interface Props {
  form: ReviewForm;
  /** Whether the protocol is about an area. */
  hasArea: boolean;
  faults: readonly ReviewFault[];
  onChange: (change: Partial<ReviewForm>) => void;
}

const FIELDS = ['minutes', 'distance', 'area', 'observers'] as const;
const LABELS = {
  metric: { minutes: 'minutes', distance: 'kilometres', area: 'hectares', observers: 'observers' },
  imperial: { minutes: 'minutes', distance: 'miles', area: 'acres', observers: 'observers' },
} as const;

/** Duration, distance, area and number of people, which the person can correct. */
export function EffortFields({ form, hasArea, faults, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const labels = LABELS[useUser().preferences.units];
  return (
    <FieldGroup legend={t('review.effort')}>
      <div className={classes.row}>
        {FIELDS.filter((field) => hasArea || field !== 'area').map((field) => (
          <TextInput
            key={field}
            label={t(`review.${labels[field]}`)}
            inputMode={field === 'observers' ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={form[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            error={faults.includes(field) && t('review.fault.number')}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

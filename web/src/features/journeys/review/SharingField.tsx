import { Radio } from '@mantine/core';
import { JOURNEY_SHARING, type JourneySharing } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../../../ui/fields/FieldGroup';
import classes from './review.module.css';

interface Props {
  value: JourneySharing;
  onChange: (sharing: JourneySharing) => void;
  /** Whether a record of the journey is private: its place is on the line that others would see. */
  hasPrivate: boolean;
}

/** What others see of the journey. */
export function SharingField({ value, onChange, hasPrivate }: Props) {
  const { t } = useTranslation('journeys');
  return (
    <FieldGroup>
      <Radio.Group
        label={t('review.sharing')}
        description={t('review.sharing_hint')}
        value={value}
        onChange={(next) => onChange(JOURNEY_SHARING.find((one) => one === next) ?? 'none')}
      >
        {JOURNEY_SHARING.map((one) => (
          <Radio key={one} className={classes.choice} value={one} label={t(`sharing.${one}`)} description={t(`sharing.${one}_hint`)} />
        ))}
      </Radio.Group>
      {value !== 'none' && hasPrivate && <p role="alert">{t('review.private_records')}</p>}
    </FieldGroup>
  );
}

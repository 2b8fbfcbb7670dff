import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  value: string;
  onChange: (zone: string) => void;
  error: string | undefined;
}

const MAX_OFFERED = 20;

/** The time zone in which a project begins and ends. */
export function ZoneField({ value, onChange, error }: Props) {
  const { t } = useTranslation('projects');
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'));
  return (
    <Autocomplete
      label={t('field.time_zone')}
      description={t('field.time_zone_hint')}
      data={zones}
      limit={MAX_OFFERED}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

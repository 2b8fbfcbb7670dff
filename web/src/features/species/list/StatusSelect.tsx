import { NativeSelect } from '@mantine/core';
import type { StatusFilter } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { type ListStatus, statusFrom } from './use-status-filter';

interface Props {
  filter: ListStatus;
  onChange: (status: StatusFilter | null) => void;
}

/** Selects one status or any; nothing where there is no choice. */
export function StatusSelect({ filter, onChange }: Props) {
  const { t } = useTranslation('species');
  if (filter.choices.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('status.filter')}
      value={filter.status ?? ''}
      onChange={(event) => onChange(statusFrom(event.currentTarget.value))}
      data={[{ value: '', label: t('status.any') }, ...filter.choices.map((one) => ({ value: one, label: t(`status.${one}`) }))]}
    />
  );
}

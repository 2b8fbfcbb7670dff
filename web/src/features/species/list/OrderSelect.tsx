import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { orderFrom, SPECIES_ORDERS, type SpeciesOrder } from './order';

/** The order of a species list. */
export function OrderSelect({ value, onChange }: { value: SpeciesOrder; onChange: (order: SpeciesOrder) => void }) {
  const { t } = useTranslation('species');
  return (
    <NativeSelect
      aria-label={t('order.label')}
      value={value}
      onChange={(event) => onChange(orderFrom(event.currentTarget.value))}
      data={SPECIES_ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
    />
  );
}

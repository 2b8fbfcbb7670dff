import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SINCE, type Since } from '../data';

/** Whether species are shown that were never seen, or not this year. */
export function SinceChoice({ value, onChange }: { value: Since; onChange: (next: Since) => void }) {
  const { t } = useTranslation('discover');
  return (
    <SegmentedControl
      aria-label={t('since.label')}
      value={value}
      onChange={(next) => onChange(next)}
      data={SINCE.map((one) => ({ value: one, label: t(`since.${one}`) }))}
    />
  );
}

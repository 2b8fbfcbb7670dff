import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props<V extends string> {
  value: V;
  views: readonly { value: V; label: string }[];
  onChange: (view: V) => void;
}

/** Chooses a part of a profile. */
export function Views<V extends string>({ value, views, onChange }: Props<V>) {
  const { t } = useTranslation('profile');
  return (
    <SegmentedControl
      aria-label={t('views')}
      mt="md"
      value={value}
      data={[...views]}
      onChange={(next) => {
        const view = views.find((one) => one.value === next);
        if (view) onChange(view.value);
      }}
    />
  );
}

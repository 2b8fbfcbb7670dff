import { Checkbox, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddressFilter } from '../../ui/use-address-filter';
import { LAYOUTS, useRecordLayout } from './layout';
import classes from './profile.module.css';

/** How the records of a profile are shown, and whether only confirmed ones are. */
export function RecordTools() {
  const { t } = useTranslation('profile');
  const [read, write] = useAddressFilter();
  const [layout, setLayout] = useRecordLayout();
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label={t('layout.label')}
        value={layout}
        data={LAYOUTS.map((one) => ({ value: one, label: t(`layout.${one}`) }))}
        onChange={(next) => setLayout(LAYOUTS.find((one) => one === next) ?? 'grid')}
      />
      <Checkbox
        label={t('only_confirmed')}
        checked={read('quality') === 'confirmed'}
        onChange={(event) => write({ quality: event.currentTarget.checked ? 'confirmed' : null })}
      />
    </div>
  );
}

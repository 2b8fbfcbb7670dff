import { ActionIcon, Button } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pinnedFields } from '../../local/device/pins';
import { currentDatabase, notifier } from '../../shared/session/session';
import { type PinName, withoutPin, withPin } from './pinned';
import type { ObserveForm } from './use-observe-form';
import classes from './Pins.module.css';

/** Pins a field. Hidden when a record is edited: pins apply to new records only. */
export function PinButton({ form, name, label }: { form: ObserveForm; name: PinName; label: string }) {
  const { t } = useTranslation(['recording', 'observations']);
  if (form.recordId !== null) return null;
  const isPinned = Object.hasOwn(form.pins, name);
  const toggle = () =>
    pinnedFields
      .update(currentDatabase(), (pins) => (isPinned ? withoutPin(pins, name) : withPin(pins, name, form.values)))
      .catch((error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }));
  const Icon = isPinned ? IconPinFilled : IconPin;
  return (
    <ActionIcon className={classes.pin} aria-pressed={isPinned} aria-label={t('pin.field', { field: label })} onClick={() => void toggle()}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

/** Says how many pinned values the form started with. */
export function PinnedLine({ form }: { form: ObserveForm }) {
  const { t } = useTranslation(['recording', 'observations']);
  const count = Object.keys(form.pins).length;
  if (form.recordId !== null || count === 0) return null;
  const release = () =>
    pinnedFields
      .update(currentDatabase(), () => ({}))
      .catch((error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }));
  return (
    <div className={classes.pinned}>
      <IconPinFilled size={20} aria-hidden />
      <p role="status">{t('pin.count', { count })}</p>
      <Button variant="subtle" onClick={() => void release()}>
        {t('pin.unpin_all')}
      </Button>
    </div>
  );
}

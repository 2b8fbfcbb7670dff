import { NativeSelect } from '@mantine/core';
import { clockTime } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './NotificationSection.module.css';

interface Props {
  label: string;
  value: number;
  onChange: (hour: number) => void;
}

/** A full hour of the day, as the language writes it. */
export function HourField({ label, value, onChange }: Props) {
  const language = useLanguage();
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: clockTime(`${String(hour).padStart(2, '0')}:00`, language),
  }));
  return (
    <NativeSelect
      className={classes.hour}
      label={label}
      value={String(value)}
      data={hours}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

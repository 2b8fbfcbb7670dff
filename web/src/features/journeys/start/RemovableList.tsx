import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './start.module.css';

interface Props {
  items: readonly { key: string; label: string }[];
  onRemove: (key: string) => void;
}

/** Choices, each of which a tap removes again. */
export function RemovableList({ items, onRemove }: Props) {
  const { t } = useTranslation('journeys');
  if (items.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {items.map(({ key, label }) => (
        <li key={key}>
          <Button
            variant="default"
            rightSection={<IconX size={18} aria-hidden />}
            aria-label={t('start.remove', { name: label })}
            onClick={() => onRemove(key)}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

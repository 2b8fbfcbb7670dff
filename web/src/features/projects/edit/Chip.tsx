import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** One of several choices, which a tap removes again. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation('projects');
  return (
    <Button
      variant="default"
      rightSection={<IconX size={18} aria-hidden />}
      aria-label={t('remove_named', { name: label })}
      onClick={onRemove}
    >
      {label}
    </Button>
  );
}

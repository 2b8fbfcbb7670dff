import { ActionIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Taxon } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../data';
import classes from './TickButton.module.css';

interface Props {
  taxon: Taxon;
  own: OwnSpecies | undefined;
  onTick: () => void;
  onUntick: () => void;
}

/** Adds or removes a tick. Hidden if there is a real record. */
export function TickButton({ taxon, own, onTick, onUntick }: Props) {
  const { t } = useTranslation('species');
  if (own && own.records > own.ticks) return null;
  const isTicked = own !== undefined;
  return (
    <ActionIcon
      variant={isTicked ? 'filled' : 'outline'}
      color={isTicked ? 'moss' : 'stone'}
      radius="xl"
      aria-pressed={isTicked}
      aria-label={t('tick.of', { name: taxon.name })}
      title={isTicked ? t('tick.remove') : t('tick.add')}
      onClick={isTicked ? onUntick : onTick}
    >
      <IconCheck className={isTicked ? undefined : classes.notYet} size={20} stroke={2.25} aria-hidden />
    </ActionIcon>
  );
}

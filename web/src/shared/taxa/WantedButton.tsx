import { ActionIcon, Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notifier } from '../session/session';
import { setWanted, type Taxon } from './data';

interface Props {
  taxon: Pick<Taxon, 'id' | 'name'>;
  isWanted: boolean;
  /** Shows only the star; the label is for screen readers. */
  isCompact?: boolean;
}

/** Adds a species to the wanted list or removes it. */
export function WantedButton({ taxon, isWanted, isCompact = false }: Props) {
  const { t } = useTranslation(['taxa', 'common']);
  const toggle = () => {
    setWanted(taxon.id, !isWanted).catch((cause: unknown) => notifier.show('negative', t('common:error.storage_failed'), { cause }));
  };
  const Icon = isWanted ? IconStarFilled : IconStar;
  const star = <Icon size={20} color={isWanted ? 'var(--ochre-fill)' : undefined} aria-hidden />;
  if (isCompact) {
    return (
      <ActionIcon
        onClick={toggle}
        aria-pressed={isWanted}
        aria-label={t('taxa:wanted.of', { name: taxon.name })}
        title={isWanted ? t('taxa:wanted.remove') : t('taxa:wanted.add')}
      >
        {star}
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" leftSection={star} onClick={toggle}>
      {isWanted ? t('taxa:wanted.yes') : t('taxa:wanted.add')}
    </Button>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { isAboveSpecies } from '@veld/contract';
import { IconPhotoEdit } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayCurate } from '../../local/session/guards';
import { useMaybeUser } from '../session/session';
import type { Taxon } from './data';

interface Props {
  taxon: Pick<Taxon, 'id' | 'name' | 'rank' | 'image_url'>;
  /** In a list, only the icon. */
  isShort?: boolean;
}

/** Leads curators to the workbench for the image of a species, whether it has one or not; nothing for everybody else. */
export function ImageLink({ taxon, isShort = false }: Props) {
  const { t } = useTranslation('taxa');
  const isCurator = mayCurate(useMaybeUser()?.roles);
  if (!isCurator || isAboveSpecies(taxon.rank)) return null;
  const to = `/admin/specie-images?taxon=${taxon.id}`;
  const label = t('image_of', { name: taxon.name });
  return isShort ? (
    <ActionIcon component={Link} to={to} aria-label={label} title={label}>
      <IconPhotoEdit size={22} aria-hidden />
    </ActionIcon>
  ) : (
    <Button component={Link} to={to} variant="default" leftSection={<IconPhotoEdit size={20} aria-hidden />}>
      {t(taxon.image_url ? 'replace_image' : 'choose_image')}
    </Button>
  );
}

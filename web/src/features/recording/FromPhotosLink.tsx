import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBoardCount } from './on-board';

/** Link to the photo board, with the number of its records. */
export function FromPhotosLink({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation('recording');
  const count = useBoardCount();
  if (isHidden) return null;
  return (
    <Button component={Link} to="/observe/photos" variant="default" leftSection={<IconLayoutGrid size={20} aria-hidden />}>
      {count > 0 ? t('photo_board.waiting', { count }) : t('photo_board.title')}
    </Button>
  );
}

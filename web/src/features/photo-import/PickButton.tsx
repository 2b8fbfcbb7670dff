import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pickPhotos } from '../../device/pick-photos';

interface Props {
  /** On an empty board, the button is the primary action. */
  isFirst: boolean;
  onPick: (files: readonly File[]) => Promise<void>;
}

export function PickButton({ isFirst, onPick }: Props) {
  const { t } = useTranslation(['photo-import', 'recording']);
  const pick = async () => onPick(await pickPhotos('files'));
  return (
    <Button
      size={isFirst ? 'lg' : 'md'}
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<IconPhotoPlus size={22} aria-hidden />}
      onClick={() => void pick()}
    >
      {isFirst ? t('board.choose_photos') : t('recording:evidence.files')}
    </Button>
  );
}

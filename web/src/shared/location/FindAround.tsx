import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PlaceOption, PlaceSearch } from '../geo/search/PlaceSearch';

interface Props {
  onChoose: (place: PlaceOption) => void;
  onClose: () => void;
}

/** Asks for a place by its name or its coordinates, to limit a list to what is around it. */
export default function FindAround({ onChoose, onClose }: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('location.find')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      // The places are listed below the field.
      styles={{ body: { minHeight: 'min(24rem, 60dvh)' } }}
    >
      <PlaceSearch onChoose={onChoose} isFocused />
    </Modal>
  );
}

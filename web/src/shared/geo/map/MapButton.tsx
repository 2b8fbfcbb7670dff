import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPoint } from './map-view';

const MapPicker = lazy(() => import('./MapPicker'));

interface Props {
  /** The place so far. */
  place: MapPoint | null;
  onPick: (place: MapPoint, uncertainty: number) => void;
  /** A dialog around the button must not close with the map on Escape. */
  onOpen?: (isOpen: boolean) => void;
}

/** Opens a map to choose a place on. */
export function MapButton({ place, onPick, onOpen }: Props) {
  const { t } = useTranslation('geo');
  const [isOpen, setOpen] = useState(false);
  const show = (next: boolean) => {
    setOpen(next);
    onOpen?.(next);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconMap2 size={20} aria-hidden />} onClick={() => show(true)}>
        {t('map.pick')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MapPicker
            place={place}
            onClose={() => show(false)}
            onPick={(picked, uncertainty) => {
              show(false);
              onPick(picked, uncertainty);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

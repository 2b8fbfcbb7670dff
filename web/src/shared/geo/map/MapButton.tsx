import { ActionIcon, Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPoint } from './map-view';
import type { MapPlace } from './map-view';

const MapPicker = lazy(() => import('./MapPicker'));

interface Props {
  /** The place so far. */
  place: MapPlace | null;
  /** `uncertainty` is null only if that of a place that stays is not known. */
  onPick: (place: MapPoint, uncertainty: number | null) => void;
  /** A dialog around the button must not close with the map on Escape. */
  onOpen?: (isOpen: boolean) => void;
  /** Only the icon, for a line that has no room for words. */
  isSmall?: boolean;
  startsOpen?: boolean;
}

/** Opens a map to choose a place on. */
export function MapButton({ place, onPick, onOpen, isSmall = false, startsOpen = false }: Props) {
  const { t } = useTranslation('geo');
  const [isOpen, setOpen] = useState(startsOpen);
  const show = (next: boolean) => {
    setOpen(next);
    onOpen?.(next);
  };
  return (
    <>
      {isSmall ? (
        <ActionIcon variant="default" aria-label={t('map.pick')} title={t('map.pick')} onClick={() => show(true)}>
          <IconMap2 size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconMap2 size={20} aria-hidden />} onClick={() => show(true)}>
          {t('map.pick')}
        </Button>
      )}
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

import { Button } from '@mantine/core';
import { IconPolygon } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawProps } from './DrawDialog';
import type { DrawingSteps } from './drawing';

const DrawDialog = lazy(() => import('./DrawDialog'));

interface Props extends Omit<DrawProps, 'onClose' | 'kept'> {
  /** A dialog around the button must not close with the map on Escape. */
  onOpen: (isOpen: boolean) => void;
}

/** Opens a map to draw a line or an area on. A drawing that was not used is there again when the map is opened again. */
export function DrawButton({ onDraw, onOpen, ...props }: Props) {
  const { t } = useTranslation('geo');
  const [isOpen, setOpen] = useState(false);
  const [kept, setKept] = useState<DrawingSteps | null>(null);
  const show = (next: boolean) => {
    setOpen(next);
    onOpen(next);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconPolygon size={20} aria-hidden />} onClick={() => show(true)}>
        {props.geometry ? t('draw.edit') : t('draw.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DrawDialog
            {...props}
            kept={kept}
            onClose={(steps) => {
              show(false);
              setKept(steps);
            }}
            onDraw={(drawn) => {
              show(false);
              setKept(null);
              onDraw(drawn);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

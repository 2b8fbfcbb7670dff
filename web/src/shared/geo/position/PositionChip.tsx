import { IconAlertTriangle, IconClock, IconCurrentLocation, IconCurrentLocationFilled, IconCurrentLocationOff } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { location, type LocationState } from '../../../device/location';
import classes from './PositionChip.module.css';
import { type Look, chooseLook, useDistance, useStateText } from './words';

const Panel = lazy(() => import('./PositionPanel'));

/** The location state as a chip that opens the panel. `isShort` hides the text on narrow screens. */
export default function PositionChip({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation('geo');
  const { state, fix } = useStore(location.store);
  const [isOpen, setOpen] = useState(false);
  const stateText = useStateText();
  const length = useDistance();
  return (
    <>
      <button
        type="button"
        className={classes.chip}
        data-look={chooseLook(state)}
        data-short={isShort || undefined}
        aria-haspopup="dialog"
        aria-label={t('chip', { state: stateText(state, fix?.accuracy_m ?? null) })}
        onClick={() => setOpen(true)}
      >
        <StateIcon state={state} />
        <span className={classes.chipWord} data-drops={fix !== null || undefined}>
          {t(`state.${state}`)}
        </span>
        {fix && <span className={classes.chipMetres}>{length(fix.accuracy_m)}</span>}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const ICONS: Record<Look, ReactNode> = {
  off: <IconCurrentLocationOff size={18} aria-hidden />,
  searching: <IconCurrentLocation className={classes.pulsing} size={18} aria-hidden />,
  rough: <IconCurrentLocation size={18} aria-hidden />,
  good: <IconCurrentLocationFilled size={18} aria-hidden />,
  excellent: <IconCurrentLocationFilled size={18} aria-hidden />,
  stale: <IconClock size={18} aria-hidden />,
  error: <IconAlertTriangle size={18} aria-hidden />,
};

function StateIcon({ state }: { state: LocationState }) {
  return ICONS[chooseLook(state)];
}

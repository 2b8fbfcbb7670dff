import { Button } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { notifier } from '../../../shared/session/session';
import { savePlace } from '../data';
import { canBeOpen } from './open-place';
import classes from './OpenPlace.module.css';

const OpenPlaceDialog = lazy(() => import('./OpenPlaceDialog'));

interface Props {
  place: SavedPlace;
  others: readonly SavedPlace[];
}

/** Makes a place public. Nothing for one that is, or that cannot be. */
export function OpenPlaceButton(props: Props) {
  const { t } = useTranslation('settings');
  const [isAsking, setAsking] = useState(false);
  const { place } = props;
  if (place.open_to_all || !canBeOpen(place)) return isAsking ? <Dialog {...props} onClose={() => setAsking(false)} /> : null;
  return (
    <>
      <Button variant="default" leftSection={<IconWorld size={20} aria-hidden />} onClick={() => setAsking(true)}>
        {t('places.open.make')}
      </Button>
      {isAsking && <Dialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Says that a place is public, and lets its person change the page or take it back. */
export function OpenPlaceNotice(props: Props) {
  const { t } = useTranslation('settings');
  const [isEditing, setEditing] = useState(false);
  const { place } = props;
  const open = place.open_to_all;
  if (!open) return null;
  const takeBack = () => {
    savePlace({ ...place, open_to_all: null }).then(
      () => notifier.show('positive', t('places.open.taken_back')),
      (error: unknown) => notifier.show('negative', t('save_state.failed'), { cause: error }),
    );
  };
  return (
    <section className={classes.notice} aria-label={t('places.open.is_open')}>
      <p>
        <IconWorld size={20} aria-hidden /> {t('places.open.is_open')} <Link to={`/places/${open.id}`}>{t('places.open.page')}</Link>
      </p>
      <div className={classes.end}>
        <Button variant="default" onClick={() => setEditing(true)}>
          {t('places.open.edit')}
        </Button>
        <Button variant="default" onClick={takeBack}>
          {t('places.open.take_back')}
        </Button>
      </div>
      {isEditing && <Dialog {...props} onClose={() => setEditing(false)} />}
    </section>
  );
}

function Dialog(props: Props & { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <OpenPlaceDialog {...props} />
    </Suspense>
  );
}

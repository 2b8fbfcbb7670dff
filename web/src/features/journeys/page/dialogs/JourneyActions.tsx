import { Button, Modal } from '@mantine/core';
import {
  IconArrowMergeBoth,
  IconArrowsSplit,
  IconDotsVertical,
  IconDownload,
  IconListCheck,
  IconMapDown,
  IconPencil,
  IconPhotoPin,
  IconRepeat,
  IconScissors,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listKeys } from '@veld/contract';
import type { DialogProps } from './JourneyDialog';
import classes from './JourneyActions.module.css';

const DIALOGS = {
  edit: lazy(() => import('../../review/ReviewDialog')),
  share: lazy(() => import('./SharingDialog')),
  export: lazy(() => import('./ExportDialog')),
  trim: lazy(() => import('./TrimDialog')),
  split: lazy(() => import('./SplitDialog')),
  merge: lazy(() => import('./MergeDialog')),
  records: lazy(() => import('./RecordsDialog')),
  photos: lazy(() => import('../../photos/MatchPhotosDialog')),
  repeat: lazy(() => import('./RepeatDialog')),
  delete: lazy(() => import('./DeleteDialog')),
};
type Action = keyof typeof DIALOGS;

const ICONS: Record<Action, typeof IconPencil> = {
  edit: IconPencil,
  share: IconShare2,
  export: IconDownload,
  trim: IconScissors,
  split: IconArrowsSplit,
  merge: IconArrowMergeBoth,
  records: IconListCheck,
  photos: IconPhotoPin,
  repeat: IconRepeat,
  delete: IconTrash,
};

/** They need a track of at least two points. */
const OF_TRACK: readonly Action[] = ['trim', 'split'];
const OF_TIMED_TRACK: readonly Action[] = ['photos'];

/** What can be done with a journey once it has ended; while it runs, only what does not change its track. */
export function JourneyActions(shown: Omit<DialogProps, 'onClose'>) {
  const { t } = useTranslation(['journeys', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [action, setAction] = useState<Action | null>(null);
  const { journey, points } = shown;
  const isPossible = (one: Action) => {
    if (journey.ended_at === null) return one === 'share' || one === 'export';
    if (OF_TRACK.includes(one)) return points.length > 1;
    return !OF_TIMED_TRACK.includes(one) || points.some((point) => point.t !== null);
  };
  const changes = listKeys(DIALOGS).filter((one) => one !== 'delete' && isPossible(one));
  const choose = (one: Action) => {
    setOpen(false);
    setAction(one);
  };
  const Dialog = action && DIALOGS[action];
  return (
    <>
      <Button variant="default" leftSection={<IconShare2 size={20} aria-hidden />} onClick={() => choose('share')}>
        {t('action.share')}
      </Button>
      <Button variant="default" leftSection={<IconDotsVertical size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('common:nav.more')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={journey.name}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <div className={classes.actions}>
          {changes.map((one) => (
            <ActionButton key={one} action={one} onChoose={choose} />
          ))}
          {points.length > 0 && (
            <Button
              component={Link}
              to={`/tile-requests?new=1&journey=${journey.id}`}
              variant="default"
              justify="flex-start"
              leftSection={<IconMapDown size={20} aria-hidden />}
            >
              {t('action.offline')}
            </Button>
          )}
          {isPossible('delete') && <ActionButton action="delete" onChoose={choose} />}
        </div>
      </Modal>
      {Dialog && (
        <Suspense fallback={null}>
          <Dialog {...shown} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </>
  );
}

function ActionButton({ action, onChoose }: { action: Action; onChoose: (action: Action) => void }) {
  const { t } = useTranslation('journeys');
  const Icon = ICONS[action];
  return (
    <Button
      {...(action === 'delete' ? { variant: 'subtle', color: 'brick' } : { variant: 'default' })}
      justify="flex-start"
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => onChoose(action)}
    >
      {t(`action.${action}`)}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shareLink } from '../../../../device/files';
import { changeJourney } from '../../own-journeys';
import { SharingField } from '../../review/SharingField';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

/** Who sees a journey, and its address once others can see it. */
export default function SharingDialog({ journey, records, onClose }: DialogProps) {
  const { t } = useTranslation(['journeys', 'common']);
  const [sharing, setSharing] = useState(journey.sharing);
  const [link, setLink] = useState<'shared' | 'closed' | 'copied' | 'failed' | null>(null);
  const share = () => {
    const address = `${window.location.origin}/journey/${journey.id}`;
    shareLink(journey.name, address).then(setLink, () => setLink('failed'));
  };
  return (
    <JourneyDialog
      title={t('action.share')}
      action={t('common:action.save')}
      isDisabled={sharing === journey.sharing}
      onClose={onClose}
      onAct={() => changeJourney(journey.id, { sharing })}
    >
      <SharingField value={sharing} onChange={setSharing} hasPrivate={records.some(({ geoprivacy }) => geoprivacy === 'private')} />
      {journey.sharing !== 'none' && (
        <div>
          <Button variant="default" leftSection={<IconLink size={20} aria-hidden />} onClick={share}>
            {t('share.link')}
          </Button>
          {(link === 'copied' || link === 'failed') && <p role="status">{t(link === 'copied' ? 'share.copied' : 'share.failed')}</p>}
        </div>
      )}
    </JourneyDialog>
  );
}

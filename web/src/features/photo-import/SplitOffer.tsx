import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Offer } from '../../ui/notices/Offer';
import { draftPhotos } from '../../local/records/drafts';
import { currentDatabase, notifier } from '../../shared/session/session';
import type { ObserveForm } from '../recording/use-observe-form';
import { boardSetting } from './board/board-setting';
import { boardPhoto } from './board/board-values';
import { DEFAULT_GAP, groupPhotos } from './board/group-photos';
import { areOfDifferentTimes, splitDraft } from './board/split-draft';

/** Offers to split a new record whose photos were taken at clearly different times. */
export function SplitOffer({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('photo-import');
  const navigate = useNavigate();
  const database = currentDatabase();
  const { draftId, values, recordId } = form;
  const [isDeclined, setDeclined] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isAsked = recordId === null && !values.batch && values.media.length > 1 && form.reading === 0 && !isDeclined;
  const rows = useLiveQuery(() => (isAsked ? draftPhotos(database, draftId) : []), [database, draftId, isAsked, values.media.length]);
  const gap = useLiveQuery(() => boardSetting.read(database), [database])?.gap ?? DEFAULT_GAP;
  const photos = useMemo(() => (rows ?? []).map((row) => boardPhoto(row)), [rows]);
  if (!isAsked || !areOfDifferentTimes(photos)) return null;
  const count = groupPhotos(photos, gap).length;

  const split = async () => {
    setBusy(true);
    try {
      await form.completeDraft(() => splitDraft(database, draftId, gap));
      await navigate('/observe/photos');
    } catch (error) {
      notifier.show('negative', t('board.failed'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <Offer
      icon={<IconLayoutGrid size={24} aria-hidden />}
      title={t('board.offer_title')}
      actions={
        <>
          <Button loading={isBusy} onClick={() => void split()}>
            {t('board.offer_accept', { count })}
          </Button>
          <Button variant="subtle" onClick={() => setDeclined(true)}>
            {t('board.offer_decline')}
          </Button>
        </>
      }
    >
      <p>{t('board.offer', { count })}</p>
    </Offer>
  );
}

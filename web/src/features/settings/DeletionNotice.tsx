import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { revocations } from '../../local/app/veld';
import type { NoticesProps } from '../../ui/feature';
import { addNotice } from '../../ui/notices/added-notices';

/** Says that the server refused to delete the account, until somebody has read it. */
export default function DeletionNotice({ goTo }: NoticesProps) {
  const { t } = useTranslation('common');
  const isRefused = useLiveQuery(() => revocations.hasRefusedDeletion()) ?? false;
  const show = useEffectEvent(() =>
    addNotice({
      id: 'deletion-refused',
      type: 'negative',
      text: t('error.deletion_refused'),
      stays: true,
      action: { label: t('screens.settings'), onClick: () => goTo('/settings/delete') },
      onDismiss: () => void revocations.forgetRefusedDeletion(),
    }),
  );
  useEffect(() => (isRefused ? show() : undefined), [isRefused]);
  return null;
}

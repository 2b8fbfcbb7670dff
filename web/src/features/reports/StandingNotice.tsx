import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaybeUser } from '../../shared/session/session';
import type { NoticesProps } from '../../ui/feature';
import { addNotice } from '../../ui/notices/added-notices';

/** Says, until somebody has read it, that moderators have restricted the account, and leads to why and to the appeal. */
export default function StandingNotice({ goTo }: NoticesProps) {
  const { t } = useTranslation(['reports', 'common']);
  const standing = useMaybeUser()?.standing;
  const [seen, setSeen] = useState<typeof standing>(undefined);
  const isShown = standing !== undefined && standing !== seen;
  const show = useEffectEvent(() =>
    addNotice({
      id: 'standing',
      type: 'warning',
      text: t(`standing.short.${standing ?? 'limited'}`),
      stays: true,
      action: { label: t('common:screens.settings'), onClick: () => goTo('/settings/account') },
      onDismiss: () => setSeen(standing),
    }),
  );
  useEffect(() => (isShown ? show() : undefined), [isShown]);
  return null;
}

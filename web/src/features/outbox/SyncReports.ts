import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SyncReport } from '../../local/outbox/sync-report';
import { auth, currentSync, notifier } from '../../local/app/veld';

/** Shows the result of a burst of sending. */
export default function SyncReports() {
  const { t } = useTranslation('common');
  const userId = useStore(auth.store, (state) => state.user?.id);
  useEffect(() => {
    if (!userId) return;
    return currentSync().sender.report.subscribe(({ report }) => {
      if (!report) return;
      const needsYou = report.attention > 0;
      notifier.show(needsYou ? 'warning' : 'info', reportText(report, t), {
        timeout: 10_000,
        link: {
          to: needsYou ? '/outbox' : report.sent + report.changed > 0 ? '/profile' : '/settings/profile',
          label: t('sync.report.view'),
        },
      });
    });
  }, [userId, t]);
  return null;
}

/** "43 sent, 3 changed, 1 needs you". */
function reportText({ sent, changed, attention, overruled }: SyncReport, t: TFunction): string {
  const parts = [
    sent > 0 && t('sync.report.sent', { count: sent }),
    changed > 0 && t('sync.report.changed', { count: changed }),
    attention > 0 && t('sync.report.attention', { count: attention }),
    overruled > 0 && t('sync.report.overruled', { count: overruled }),
  ];
  return parts.filter(Boolean).join(', ');
}

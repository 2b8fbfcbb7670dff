import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { packDownloads, packEnd } from '../../local/app/pack-downloads';
import { network } from '../../local/app/veld';
import { notifier } from '../../shared/session/session';

/** Goes on with downloads of offline maps, also after a reload, and says when one is there. Shows nothing itself. */
export default function DownloadHost() {
  const { t } = useTranslation('tile-requests');
  useEffect(() => {
    let isWanted = true;
    const report = (error: unknown) => console.error('Offline maps', error);
    packDownloads()
      .then(async (downloads) => {
        if (!isWanted || !downloads) return;
        await downloads.cleanUp();
        await downloads.resume();
      })
      .catch(report);
    const stop = network.store.subscribe(({ state }) => {
      if (state === 'online') void packDownloads().then((downloads) => downloads?.tryNow(), report);
    });
    return () => {
      isWanted = false;
      stop();
    };
  }, []);
  useEffect(
    () =>
      packEnd.subscribe(({ last }) => {
        if (!last) return;
        const text = t(last.isStored ? 'notice.stored' : 'notice.failed', { name: last.pack.name });
        const link = { to: '/tile-requests', label: t('notice.open') };
        notifier.show(last.isStored ? 'positive' : 'warning', text, { link, timeout: 10_000 });
      }),
    [t],
  );
  return null;
}

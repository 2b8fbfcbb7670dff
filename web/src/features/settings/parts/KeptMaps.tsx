import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/format';
import { packDownloads } from '../../../local/app/pack-downloads';
import { type KeptPack, readPacks } from '../../../local/tile-requests/kept-packs';
import { currentDatabase, notifier, useLanguage } from '../../accounts/data';
import classes from '../storage.module.css';

/** The offline maps on this device, each with its size. */
export function KeptMaps() {
  const database = currentDatabase();
  const packs = useLiveQuery(() => readPacks(database), [database]);
  return packs?.filter(({ stored_bytes }) => stored_bytes > 0).map((pack) => <KeptLine key={pack.id} pack={pack} />) ?? null;
}

function KeptLine({ pack }: { pack: KeptPack }) {
  const { t } = useTranslation(['tile-requests', 'common']);
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await (await packDownloads())?.remove(pack.id);
    } catch (error) {
      notifier.show('negative', t('common:error.title'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.kind}>
      <dt>
        {t('storage.label', { name: pack.name })}
        <span className={classes.note}>{t('storage.note')}</span>
      </dt>
      <dd>
        <Link to="/tile-requests">{bytes(pack.stored_bytes, language)}</Link>
        <Button variant="subtle" loading={isBusy} onClick={() => void remove()} aria-label={t('action.delete_of', { name: pack.name })}>
          {t('action.delete')}
        </Button>
      </dd>
    </div>
  );
}

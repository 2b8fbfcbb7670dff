import { Button, Modal } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/units';
import { packDownloads } from '../../../local/app/pack-downloads';
import { type KeptPack, readPacks, findRequestId } from '../../../local/tile-requests/kept-packs';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { currentDatabase, notifier, useLanguage } from '../../../shared/session/session';
import classes from '../storage.module.css';

/** The offline maps on this device, each with its size. */
export function KeptMaps() {
  const database = currentDatabase();
  const packs = useLiveQuery(() => readPacks(database), [database]);
  // A newer version that is on its way counts as one with that of before.
  const maps = Map.groupBy(packs ?? [], findRequestId);
  return [...maps].map(([id, versions]) => <KeptLine key={id} id={id} versions={versions} />);
}

function KeptLine({ id, versions }: { id: string; versions: readonly KeptPack[] }) {
  const { t } = useTranslation(['tile-requests', 'common']);
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await (await packDownloads())?.remove(id);
    } catch (error) {
      notifier.show('negative', t('common:error.title'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  const stored = versions.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0);
  const { name } = versions[0]!;
  if (stored === 0) return null;
  return (
    <div className={classes.kind}>
      <dt>
        {t('storage.label', { name })}
        <span className={classes.note}>{t(versions.some(({ state }) => state === 'stored') ? 'storage.note' : 'storage.part')}</span>
      </dt>
      <dd>
        <Link to="/tile-requests">{bytes(stored, language)}</Link>
        <Button variant="subtle" onClick={() => setAsking(true)} aria-label={t('action.delete_of', { name })}>
          {t('action.delete')}
        </Button>
        <Modal
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t('delete.title', { name })}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <DialogText>{t('storage.delete')}</DialogText>
          <DialogActions>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common:action.cancel')}
            </Button>
            <Button color="brick" loading={isBusy} onClick={() => void remove()}>
              {t('action.delete')}
            </Button>
          </DialogActions>
        </Modal>
      </dd>
    </div>
  );
}

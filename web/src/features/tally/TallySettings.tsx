import { Button, Modal, NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TALLY_ORDERS } from '../../local/device/tally-view';
import { countTallied, isTallying, type Tally } from '../../local/records/tally';
import { TallySignals } from '../../shared/records/tally-view';
import { useTallyView } from '../../shared/records/tally-view';
import { notifier } from '../../shared/session/session';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import type { OpenTally } from './data';
import classes from './TallyScreen.module.css';

/** The order of the rows, what becomes a record, sounds, and the end without saving. */
export function TallySettings({ open, tally, onClose }: { open: OpenTally; tally: Tally; onClose: () => void }) {
  const { t } = useTranslation(['tally', 'common']);
  const { order, change } = useTallyView();
  return (
    <Modal opened onClose={onClose} title={t('more')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.settings}>
        <NativeSelect
          label={t('order.title')}
          value={order}
          data={TALLY_ORDERS.map((one) => ({ value: one, label: t(`order.${one}`) }))}
          onChange={(event) => change({ order: TALLY_ORDERS.find((one) => one === event.currentTarget.value) ?? 'added' })}
        />
        <Switch
          label={t('each')}
          description={t('each_hint')}
          checked={tally.is_each}
          onChange={(event) => open.setEach(event.currentTarget.checked)}
        />
        <TallySignals />
        {isTallying(tally) && <DiscardTally tally={tally} onDiscard={open.discard} />}
      </div>
    </Modal>
  );
}

/** Discards the tally after a confirmation. */
function DiscardTally({ tally, onDiscard }: { tally: Tally; onDiscard: () => Promise<void> }) {
  const { t } = useTranslation(['tally', 'common']);
  const [isAsking, setAsking] = useState(false);
  const discard = async () => {
    try {
      await onDiscard();
    } catch (error) {
      notifier.show('negative', t('not_saved'), { cause: error });
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="subtle" color="brick" onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('discard')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('discard_text', { count: countTallied(tally) })}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void discard()}>
            {t('discard_confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}

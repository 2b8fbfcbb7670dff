import { Radio, Switch } from '@mantine/core';
import { useEffect, useReducer, useState } from 'react';
import { createNetworkKind, type NetworkKind } from '../../local/net/network-kind';
import { type SendingRules, setSendingRules } from '../../local/outbox/sending-rules';
import { currentDatabase, notifier } from '../../shared/session/session';
import { useSendingRules } from '../../shared/records/own';
import classes from './SendingRulesFields.module.css';
import { useRecordTranslation } from '../../shared/records/record-labels';

const PHOTOS = ['at_once', 'on_wifi', 'by_hand'] as const;

/** When this device sends. A change applies from the next item on. */
export function SendingRulesFields() {
  const t = useRecordTranslation('outbox');
  const rules = useSendingRules();
  const { isKnown } = useNetworkKind();
  if (!rules) return null;
  const isKindKnown = isKnown();
  const change = (part: Partial<SendingRules>) => {
    setSendingRules(currentDatabase(), part).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  };
  return (
    <div className={classes.ruleFields}>
      <Switch
        label={t('outbox:sending.pause')}
        description={t('outbox:sending.pause_hint')}
        checked={rules.paused}
        onChange={(event) => change({ paused: event.currentTarget.checked })}
      />
      <Switch
        label={t('outbox:sending.wifi')}
        description={t('outbox:sending.wifi_hint')}
        checked={rules.wifi_only}
        disabled={!isKindKnown && !rules.wifi_only}
        onChange={(event) => change({ wifi_only: event.currentTarget.checked })}
      />
      <Radio.Group label={t('outbox:sending.photos')} name="photos" value={rules.photos} onChange={(photos) => change({ photos })}>
        <div className={classes.photoRule}>
          {PHOTOS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`outbox:sending.${value}`)}
              disabled={value === 'on_wifi' && !isKindKnown && rules.photos !== value}
            />
          ))}
        </div>
      </Radio.Group>
      {!isKindKnown && <p className={classes.hint}>{t('outbox:sending.network_unknown')}</p>}
      <p className={classes.hint}>{t('outbox:sending.this_device_only')}</p>
    </div>
  );
}

/** The kind of network; rerenders when it changes. */
export function useNetworkKind(): NetworkKind {
  const [network] = useState(() => createNetworkKind());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => network.onChange(redraw), [network]);
  return network;
}

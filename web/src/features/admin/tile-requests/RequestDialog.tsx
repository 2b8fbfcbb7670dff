import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/bytes';
import { number } from '../../../i18n/format';
import { notifier, useLanguage } from '../../../shared/session/session';
import { useFormErrorText } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { useAdminChange } from '../data';
import { AreaText } from './AreaText';
import { act, actionsFor, type AdminTileRequest } from './data';
import own from './RequestDialog.module.css';

interface Props {
  request: AdminTileRequest;
  onClose: () => void;
}

/** An offline map of somebody, and what an admin can do with it. */
export function RequestDialog({ request, onClose }: Props) {
  const { t } = useTranslation(['admin', 'tile-requests', 'common']);
  const language = useLanguage();
  const errorText = useFormErrorText();
  const change = useAdminChange();
  const [isBusy, setBusy] = useState(false);
  const { id, user, state, reason, tiles, done_tiles, layers, record_groups, is_shared, served } = request;
  const actions = actionsFor(request);
  const run = (action: Parameters<typeof act>[1]) => {
    setBusy(true);
    change(act(id, action))
      .then(onClose, (error: unknown) => notifier.show('negative', errorText(error), { cause: error }))
      .finally(() => setBusy(false));
  };
  const contents = [
    ...layers.map((layer) => t(`tile-requests:layer.${layer}`)),
    ...(record_groups ?? []).map((group) => t(`common:group.${group}`)),
  ];
  const size = request.bytes === null ? null : bytes(request.bytes, language);
  const progress = tiles === null ? null : t('maps.tiles', { done: number(done_tiles, language), of: number(tiles, language) });
  return (
    <Modal opened onClose={onClose} title={user?.name ?? t('former')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={own.parts}>
        <p>
          {t(`maps.state.${state}`)}
          {is_shared && `, ${t('maps.shared').toLocaleLowerCase(language)}`}
          {reason && `: ${t(`tile-requests:reason.${reason}`)}`}
        </p>
        <p className={classes.quiet}>
          <AreaText request={request} />
          {[...contents, size, progress].filter(Boolean).map((fact) => ` · ${fact}`)}
        </p>
        {served > 0 && <p className={classes.quiet}>{t('maps.served_times', { count: served })}</p>}
        <p className={classes.quiet}>{t('maps.box_about')}</p>
        {(actions.includes('share') || is_shared) && <p className={classes.quiet}>{t('maps.share_about')}</p>}
        <div className={classes.row}>
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'subtle' : 'default'}
              {...(action === 'delete' && { color: 'brick' })}
              disabled={isBusy}
              onClick={() => run(action)}
            >
              {t(`maps.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </Modal>
  );
}

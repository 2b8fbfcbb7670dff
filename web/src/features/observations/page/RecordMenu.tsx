import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getVisitorPage } from '@veld/contract';
import { IconDots, IconQuote } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../local/app/veld';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier } from '../../../shared/session/session';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import classes from './RecordMenu.module.css';

/** What is seldom done with a record: citing it, and what other features add. */
export function RecordMenu({ id, children }: { id: string; children?: ReactNode }) {
  const t = useRecordTranslation();
  const [shown, setShown] = useState<'menu' | 'citation' | null>(null);
  const close = () => setShown(null);
  const label = t('common:nav.more');
  return (
    <>
      <button
        type="button"
        className={classes.more}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setShown('menu')}
      >
        <IconDots size={22} aria-hidden />
      </button>
      <Modal
        opened={shown !== null}
        onClose={close}
        title={shown === 'citation' ? t('observations:page.cite') : label}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        {shown === 'citation' ? (
          <Citation id={id} onDone={close} />
        ) : (
          <div className={classes.list}>
            <Button variant="default" fullWidth leftSection={<IconQuote size={20} aria-hidden />} onClick={() => setShown('citation')}>
              {t('observations:page.cite')}
            </Button>
            {children}
          </div>
        )}
      </Modal>
    </>
  );
}

/** The citation that the public page of the record has; shown before it is copied, because browsers copy only right after a tap. */
function Citation({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useRecordTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['citation', id],
    queryFn: async ({ signal }) => (await api.call(getVisitorPage, { params: { kind: 'observations', id } }, { signal })).data.citation,
  });
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(data ?? '');
      notifier.show('positive', t('observations:page.cited'));
      onDone();
    } catch (cause) {
      notifier.show('negative', t('observations:page.cite_failed'), { cause });
    }
  };
  return (
    <>
      <DialogText>{data ?? t('observations:page.loading')}</DialogText>
      <DialogActions>
        <Button onClick={() => void copy()} disabled={!data} data-autofocus>
          {t('observations:page.copy')}
        </Button>
      </DialogActions>
    </>
  );
}

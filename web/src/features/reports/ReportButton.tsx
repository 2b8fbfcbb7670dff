import { Button, Checkbox, Modal, Radio, Textarea } from '@mantine/core';
import { MAX_REPORT_TEXT, REPORT_REASONS, type ReportReason } from '@veld/contract';
import { IconFlag } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/DialogBody';
import { type RelatedPerson, useSetRelation } from '../relations/data';
import { type ReportSubject, useSendReport } from './data';
import classes from './ReportButton.module.css';

interface Props {
  kind: ReportSubject;
  id: string;
  /** Whose it is, to be blocked in the same step; absent for accounts that were closed. */
  person?: RelatedPerson | undefined;
  /** `small`: for a line of a list; `menu`: with its whole title, in a list of actions. */
  look?: 'button' | 'small' | 'menu';
}

/** Reports something of somebody else to the moderators. */
export function ReportButton({ kind, id, person, look = 'button' }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [isOpen, setOpen] = useState(false);
  const title = t(`title.${kind}`);
  return (
    <>
      <Button
        variant={look === 'menu' ? 'default' : 'subtle'}
        fullWidth={look === 'menu'}
        size={look === 'small' ? 'compact-md' : undefined}
        leftSection={<IconFlag size={20} aria-hidden />}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {look === 'menu' ? title : t('report')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
        <ReportForm kind={kind} id={id} person={person} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** A review has its own button. */
const OFFERED = REPORT_REASONS.filter((reason) => reason !== 'review');

function ReportForm({ kind, id, person, onClose }: Pick<Props, 'kind' | 'id' | 'person'> & { onClose: () => void }) {
  const { t } = useTranslation(['reports', 'relations', 'common']);
  const send = useSendReport();
  const [reason, setReason] = useState<ReportReason>(kind === 'observation' ? 'wrong_place' : 'insult');
  const [text, setText] = useState('');
  const [isBlocking, setBlocking] = useState(false);
  const set = useSetRelation();
  const [isBusy, setBusy] = useState(false);
  const isLong = text.trim().length > MAX_REPORT_TEXT;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLong || isBusy) return;
    setBusy(true);
    const isStored = await send({ subject_kind: kind, subject_id: id, reason, text });
    setBusy(false);
    if (!isStored) return;
    onClose();
    // After the report, so that what is reported is still there when it arrives.
    if (person && isBlocking) void set('block', person, true);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <Radio.Group
        label={t('reason_label')}
        value={reason}
        onChange={(value) => setReason(REPORT_REASONS.find((one) => one === value) ?? reason)}
      >
        {OFFERED.map((one) => (
          <Radio key={one} value={one} label={t(`reason.${one}`)} />
        ))}
      </Radio.Group>
      <Textarea
        label={t('details')}
        description={t('details_hint')}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isLong ? t('too_long', { max: MAX_REPORT_TEXT }) : undefined}
      />
      {person && (
        <Checkbox
          label={t('block_too', { name: person.name })}
          description={t('relations:block_hint')}
          checked={isBlocking}
          onChange={(event) => setBlocking(event.currentTarget.checked)}
        />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('common:action.send')}
        </Button>
      </DialogActions>
    </form>
  );
}

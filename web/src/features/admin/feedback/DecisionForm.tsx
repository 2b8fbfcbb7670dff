import { Alert, Button, Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { FEEDBACK_STATES } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useUser } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { useAdminChange } from '../data';
import { changeMessage, type FeedbackDetails } from './data';

const MAX_REASON = 500;
const MAX_PUBLIC = 2000;

/** What becomes of a message: its state, who takes care of it, what everybody reads, and of what it is a duplicate. */
export function DecisionForm({ message }: { message: FeedbackDetails }) {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const user = useUser();
  const change = useAdminChange();
  const [state, setState] = useState(message.state);
  const [reason, setReason] = useState(message.reason);
  const [isMine, setMine] = useState(message.assignee?.id === user.id);
  const [isPublic, setPublic] = useState(message.public_text !== null);
  const [publicText, setPublicText] = useState(message.public_text ?? '');
  const [duplicateOf, setDuplicateOf] = useState<number | string>(message.duplicate_of ?? '');
  const [isSaved, setSaved] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    const isDuplicate = typeof duplicateOf === 'number';
    const wasMine = message.assignee?.id === user.id;
    await change(
      changeMessage(message.id, {
        // A duplicate has the state of the other message.
        ...(isDuplicate ? {} : { state, reason }),
        ...(isMine === wasMine ? {} : { assignee_id: isMine ? user.id : null }),
        ...(isDuplicate ? {} : { public_text: isPublic ? publicText : null }),
        duplicate_of: isDuplicate ? duplicateOf : null,
      }),
    );
    setSaved(true);
  });
  const { fields } = errors;
  return (
    <form className={classes.part} onSubmit={submit} onChange={() => setSaved(false)} noValidate aria-labelledby="queue-decision">
      <SectionTitle id="queue-decision" level={3}>
        {t('queue.decision')}
      </SectionTitle>
      <NativeSelect
        label={t('queue.state')}
        value={state}
        data={FEEDBACK_STATES.map((value) => ({ value, label: t(`feedback:state.${value}`) }))}
        onChange={(event) => setState(FEEDBACK_STATES.find((one) => one === event.currentTarget.value) ?? state)}
      />
      <Textarea
        label={t('queue.reason')}
        description={t('queue.reason_hint')}
        autosize
        minRows={1}
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox label={t('queue.mine')} checked={isMine} onChange={(event) => setMine(event.currentTarget.checked)} />
      <Checkbox
        label={t('queue.publish')}
        description={t('queue.publish_hint')}
        checked={isPublic}
        onChange={(event) => setPublic(event.currentTarget.checked)}
      />
      {isPublic && (
        <Textarea
          label={t('queue.public_text')}
          autosize
          minRows={2}
          maxLength={MAX_PUBLIC}
          value={publicText}
          error={fields.public_text}
          onChange={(event) => setPublicText(event.currentTarget.value)}
        />
      )}
      <NumberInput
        label={t('queue.duplicate_of')}
        description={t('queue.duplicate_hint')}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={duplicateOf}
        error={fields.duplicate_of}
        onChange={(value) => {
          setSaved(false);
          setDuplicateOf(value);
        }}
      />
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      <div className={classes.row}>
        <Button type="submit" loading={isSending}>
          {t('common:action.save')}
        </Button>
        <span className={classes.quiet} role="status">
          {isSaved && t('queue.saved')}
        </span>
      </div>
    </form>
  );
}

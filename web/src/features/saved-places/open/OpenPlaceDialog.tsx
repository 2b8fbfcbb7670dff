import { Alert, Button, Checkbox, Modal, NativeSelect, Textarea } from '@mantine/core';
import { OPEN_PLACE_KINDS } from '@veld/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { notifier, useUser } from '../../../shared/session/session';
import { useFocusBack } from '../../../ui/steady-focus';
import { savePlace } from '../data';
import { findOpenWarning } from './open-place';
import classes from './OpenPlace.module.css';

/** That of the contract. */
const LONGEST_TEXT = 4000;

interface Props {
  place: SavedPlace;
  others: readonly SavedPlace[];
  onClose: () => void;
}

/** Makes a place public, or changes what its page says; says before what others will see. */
export default function OpenPlaceDialog({ place, others, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['settings', 'common']);
  const { email_confirmed: isConfirmed } = useUser();
  const [open, setOpen] = useState(place.open_to_all ?? { id: newId(), kind: 'patch' as const, text: '' });
  const [isSure, setSure] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isNew = !place.open_to_all;
  const warning = isNew ? findOpenWarning(place, others) : null;
  const isLong = open.text.length > LONGEST_TEXT;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || isLong || (warning !== null && !isSure)) return;
    setSaving(true);
    savePlace({ ...place, open_to_all: { ...open, text: open.text.trim() } }).then(
      () => {
        notifier.show('positive', t('places.open.done'));
        onClose();
      },
      (error: unknown) => {
        notifier.show('negative', t('save_state.failed'), { cause: error });
        setSaving(false);
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isNew ? t('places.open.title') : t('places.open.edit')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <UnconfirmedEmail />
      <form className={classes.form} onSubmit={submit}>
        <section aria-labelledby="open-seen">
          <h3 id="open-seen" className={classes.heading}>
            {t('places.open.seen')}
          </h3>
          <ul className={classes.seen}>
            <li>{t('places.open.seen_name', { name: place.name })}</li>
            <li>{t(place.geometry ? 'places.open.seen_area' : 'places.open.seen_circle')}</li>
            <li>{t('places.open.seen_text')}</li>
            <li>{t('places.open.seen_records')}</li>
          </ul>
          <p className={classes.hint}>{t('places.open.unseen')}</p>
        </section>
        {warning && (
          <Alert color="brick" title={t(`places.open.warning.${warning}`)}>
            <Checkbox label={t('places.open.sure')} checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
          </Alert>
        )}
        <NativeSelect
          label={t('places.kind_label')}
          value={open.kind}
          onChange={(event) => setOpen({ ...open, kind: OPEN_PLACE_KINDS.find((kind) => kind === event.currentTarget.value) ?? 'patch' })}
          data={OPEN_PLACE_KINDS.map((kind) => ({ value: kind, label: t(`places.open.kind.${kind}`) }))}
        />
        <Textarea
          label={t('places.open.text')}
          description={t('places.open.text_hint')}
          autosize
          minRows={3}
          maxRows={10}
          value={open.text}
          onChange={(event) => setOpen({ ...open, text: event.currentTarget.value })}
          error={isLong ? t('places.open.text_long', { count: LONGEST_TEXT }) : undefined}
        />
        <div className={classes.end}>
          <Button type="submit" loading={isSaving} disabled={isConfirmed === false || (warning !== null && !isSure)}>
            {isNew ? t('places.open.make') : t('places.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

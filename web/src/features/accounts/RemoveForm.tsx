import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { quoted } from '../../i18n/quoted';
import { useTypedWord } from '../../ui/fields/use-typed-word';
import { useLanguage } from '../../shared/session/session';
import { DeviceOnlyList, isAnythingLost } from './DeviceOnlyList';
import { useDeviceOnly } from '../../shared/session/unsent';
import classes from './logout.module.css';

interface Props {
  isBusy: boolean;
  onRemove: () => void;
}

/** Logs out and removes everything from this device; to be confirmed by typing if anything would be lost. */
export function RemoveForm({ isBusy, onRemove }: Props) {
  const { t } = useTranslation('accounts');
  const counts = useDeviceOnly();
  const word = t('leave.word');
  const { isTyped, field } = useTypedWord(word);
  const quotedWord = quoted(word, useLanguage());
  if (counts === undefined) return null;
  const mustType = isAnythingLost(counts);
  const isConfirmed = !mustType || isTyped;
  return (
    <form
      className={classes.discard}
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) onRemove();
      }}
    >
      <div>
        <h3 className={classes.heading}>{t('leave.remove')}</h3>
        <p className={classes.hint}>{t('leave.remove_hint')}</p>
      </div>
      <DeviceOnlyList counts={counts} />
      {mustType && <TextInput label={t('leave.type', { word: quotedWord })} {...field} />}
      <Button type="submit" fullWidth variant="outline" color="brick" disabled={!isConfirmed} loading={isBusy}>
        {t('leave.submit')}
      </Button>
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import type { ImageCredit } from '@veld/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './AddressForm.module.css';
import { type Credit, CreditFields } from './CreditFields';

interface Props {
  allowsNonCommercial: boolean;
  isSaving: boolean;
  onTake: (address: string, credit: ImageCredit) => void;
  onCancel: () => void;
}

/** Asks for a picture on another site: its address and credit. */
export function AddressForm({ allowsNonCommercial, isSaving, onTake, onCancel }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const [address, setAddress] = useState('');
  const [credit, setCredit] = useState<Credit>({ author: '', license: '', page_url: null });
  const [isSent, setIsSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    onTake(address.trim(), { ...credit, author: credit.author.trim() });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('address.label')}
        type="url"
        required
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <CreditFields credit={credit} onChange={setCredit} allowsNonCommercial={allowsNonCommercial} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving && isSent} disabled={isSaving}>
          {t('address.take')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </form>
  );
}

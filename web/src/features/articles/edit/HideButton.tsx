import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrorText } from '../../../shared/session/form';
import { setHidden } from './data';

/** Hides an article from everyone but curators, or shows it again. */
export function HideButton({ slug, isHidden, onChanged }: { slug: string; isHidden: boolean; onChanged: () => Promise<void> }) {
  const { t } = useTranslation('articles');
  const errorTextOf = useFormErrorText();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async () => {
    setSending(true);
    setError(null);
    try {
      await setHidden(slug, !isHidden);
      await onChanged();
    } catch (failure) {
      setError(errorTextOf(failure));
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      {error && <span role="alert">{error}</span>}
      <Button variant="default" loading={isSending} onClick={() => void change()}>
        {t(isHidden ? 'edit.show' : 'edit.hide')}
      </Button>
    </>
  );
}

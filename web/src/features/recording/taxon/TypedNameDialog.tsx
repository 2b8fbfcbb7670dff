import { Button, Modal } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import { summarizeTaxon, useTaxonSearch } from '../../../shared/taxa/data';
import { isGuess } from '../../../shared/taxa/GuessesHeading';

interface Props {
  name: string;
  onKeep: () => void;
  onTaxon: (taxon: TaxonSummary) => void;
  onClose: () => void;
}

/** The one question before a name that was typed, but not chosen, is saved as typed. */
export function TypedNameDialog({ name, onKeep, onTaxon, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['recording', 'common']);
  const best = useTaxonSearch(name, 1)?.[0];
  const found = best && !isGuess(best) ? best : null;
  return (
    <Modal opened onClose={onClose} title={t('typed_name.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p dir="auto">
        <strong>{name}</strong>
      </p>
      <DialogText>{t('typed_name.text')}</DialogText>
      <DialogActions>
        <Button variant="subtle" onClick={onClose}>
          {t('typed_name.back')}
        </Button>
        {found && (
          <Button variant="default" onClick={() => onTaxon(summarizeTaxon(found))}>
            {t('typed_name.save_found', { name: found.name })}
          </Button>
        )}
        <Button data-autofocus onClick={onKeep}>
          {t('typed_name.save')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

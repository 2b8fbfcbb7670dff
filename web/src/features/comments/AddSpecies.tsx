import { Modal } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useId } from 'react';
import { useFocusBack } from '../../ui/steady-focus';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import { TaxonSearch } from '../../shared/taxon-search/TaxonSearch';

/** Finds a species in the taxonomy on this device. */
export function AddSpecies({ onChoose, onClose }: { onChoose: (taxon: TaxonSummary) => void; onClose: () => void }) {
  useFocusBack();
  const t = useRecordTranslation('comments');
  const titleId = useId();
  return (
    <Modal opened onClose={onClose} title={t('comments:add_species')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p id={titleId}>{t('comments:species_name')}</p>
      <TaxonSearch labelledBy={titleId} onChoose={onChoose} quick={null} />
    </Modal>
  );
}

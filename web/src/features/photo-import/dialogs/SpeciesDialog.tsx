import { Button, Modal } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useId } from 'react';
import { useFocusBack } from '../../../ui/steady-focus';
import type { FormPatch } from '../../recording/data';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { Suggestions } from '../../recording/taxon/Suggestions';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import classes from './SpeciesDialog.module.css';
import type { Group } from '../board/board';

const NO_PINS = {};

interface Props {
  groups: readonly Group[];
  title: string;
  onChoose: (patch: FormPatch) => void;
  onClose: () => void;
}

/** Sets the species of all selected records. */
export function SpeciesDialog({ groups, title, onChoose, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import');
  const titleId = useId();
  const isNamed = groups.some(({ values }) => values.taxon !== null || values.verbatim_name !== '');
  const choose = (patch: FormPatch) => onChoose({ ...patch, uncertain: false });
  const chooseTaxon = (taxon: TaxonSummary) => choose({ taxon, verbatim_name: '' });
  // The suggestions use the place of the first record; the others are close by.
  const { latitude = null, longitude = null } = groups[0]?.values ?? {};
  return (
    <Modal opened onClose={onClose} title={<span id={titleId}>{title}</span>} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.species}>
        <TaxonSearch
          labelledBy={titleId}
          onChoose={chooseTaxon}
          onVerbatim={(name) => choose({ taxon: null, verbatim_name: name })}
          quick={<Suggestions context={{ place: { latitude, longitude }, pins: NO_PINS }} onChoose={chooseTaxon} />}
        />
        {isNamed && (
          <Button variant="subtle" onClick={() => onChoose({ taxon: null, verbatim_name: '', uncertain: false })}>
            {t('photo-import:board.no_species')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

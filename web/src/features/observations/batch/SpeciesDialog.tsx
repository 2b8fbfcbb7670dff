import { Button, Modal } from '@mantine/core';
import { useId } from 'react';
import type { FormPatch } from '../form-values';
import { useRecordWords } from '../parts/RecordCards';
import { Search } from '../parts/TaxonField';
import classes from './board.module.css';
import type { Group } from './board';

interface Props {
  groups: readonly Group[];
  title: string;
  onChoose: (patch: FormPatch) => void;
  onClose: () => void;
}

/** What it was, for one record or for all that are chosen. */
export function SpeciesDialog({ groups, title, onChoose, onClose }: Props) {
  const t = useRecordWords();
  const titleId = useId();
  const isNamed = groups.some(({ values }) => values.taxon !== null || values.verbatim_name !== '');
  const change = (patch: FormPatch | ((now: never) => FormPatch)) => {
    if (typeof patch !== 'function') onChoose({ ...patch, uncertain: false });
  };
  return (
    <Modal opened onClose={onClose} title={<span id={titleId}>{title}</span>} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.species}>
        <Search form={{ change }} labelledBy={titleId} />
        {isNamed && (
          <Button variant="subtle" onClick={() => onChoose({ taxon: null, verbatim_name: '', uncertain: false })}>
            {t('observations:batch.no_species')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

import { Button, Modal } from '@mantine/core';
import type { WaitingRecord } from '@veld/contract';
import { number } from '../../../../i18n/format';
import { useRecordTranslation } from '../../../../shared/records/record-labels';
import { useLanguage } from '../../../../shared/session/session';
import { useNamed } from '../../../../shared/taxa/names';
import { DialogActions } from '../../../../ui/DialogBody';
import { ScientificName } from '../../../../ui/ScientificName';
import { useFocusBack } from '../../../../ui/steady-focus';
import { pickAgreeable } from './GridCell';
import classes from './GridView.module.css';

interface Props {
  /** Those that are marked. */
  records: readonly WaitingRecord[];
  onAgree: () => void;
  onClose: () => void;
}

/** Which names the user is about to agree with, and how often each. */
export function AgreeDialog({ records, onAgree, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const byTaxon = Map.groupBy(
    records.flatMap((record) => pickAgreeable(record) ?? []),
    ({ id }) => id,
  );
  const names = useNamed([...byTaxon.values()].map((all) => ({ taxon: all[0]!, count: all.length })));
  return (
    <Modal opened onClose={onClose} title={t('identifications:grid.preview')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <ul className={classes.preview}>
        {names.map(({ taxon, count }) => (
          <li key={taxon.id}>
            <span>
              {taxon.name}
              {taxon.name !== taxon.scientific_name && (
                <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
              )}
            </span>
            <strong>{number(count, language)}×</strong>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button data-autofocus onClick={onAgree}>
          {t('identifications:grid.agree', { number: number(records.length, language) })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

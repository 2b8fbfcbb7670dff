import { Button, Modal, NativeSelect, SegmentedControl } from '@mantine/core';
import { GEOPRIVACIES, LICENSES } from '@veld/contract';
import { useId, useState } from 'react';
import { useFocusBack } from '../../../ui/steady-focus';
import type { FormPatch } from '../../recording/data';
import { useRecordTranslation, licenseName } from '../../../shared/records/record-labels';
import shared from '../board.module.css';
import classes from './SharingDialog.module.css';
import type { Group } from '../board/board';

interface Props {
  groups: readonly Group[];
  title: string;
  onChoose: (patch: FormPatch) => void;
  onClose: () => void;
}

/** Sets geoprivacy and licence of all selected records. */
export function SharingDialog({ groups, title, onChoose, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import');
  const labelId = useId();
  const [first] = groups;
  const [geoprivacy, setGeoprivacy] = useState(first?.values.geoprivacy ?? 'open');
  const [license, setLicense] = useState(first?.values.license ?? null);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <form
        className={shared.typed}
        onSubmit={(event) => {
          event.preventDefault();
          onChoose({ geoprivacy, license });
        }}
      >
        <div>
          <span className={classes.label} id={labelId}>
            {t('observations:field.geoprivacy')}
          </span>
          <SegmentedControl
            fullWidth
            aria-labelledby={labelId}
            value={geoprivacy}
            onChange={(next) => setGeoprivacy(GEOPRIVACIES.find((one) => one === next) ?? 'open')}
            data={GEOPRIVACIES.map((one) => ({ value: one, label: t(`common:geoprivacy.${one}`) }))}
          />
          <p className={shared.hint}>{t(`common:geoprivacy.${geoprivacy}_hint`)}</p>
        </div>
        <NativeSelect
          label={t('observations:field.license')}
          value={license ?? ''}
          onChange={(event) => setLicense(LICENSES.find((one) => one === event.currentTarget.value) ?? null)}
          data={[{ value: '', label: t('observations:license.none') }, ...LICENSES.map((one) => ({ value: one, label: licenseName(one) }))]}
        />
        <Button type="submit" size="lg">
          {t('photo-import:board.apply', { count: groups.length })}
        </Button>
      </form>
    </Modal>
  );
}

import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';

interface Props {
  /** As typed: of one or two digits. */
  year: number;
  /** What it was probably short for. */
  meant: number;
  onYear: (year: number) => void;
  onClose: () => void;
}

/** The one question before a record of the first century is saved. */
export function YearDialog({ year, meant, onYear, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['recording', 'common']);
  const title = t('check.year_meant', { year: String(year).padStart(4, '0'), meant: String(meant) });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogActions>
        <Button variant="default" onClick={() => onYear(year)}>
          {t('check.confirm')}
        </Button>
        <Button data-autofocus onClick={() => onYear(meant)}>
          {t('check.use_year', { year: String(meant) })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

import { Button, Modal } from '@mantine/core';
import { countOfTable } from '@veld/contract';
import { type FormEvent, useState } from 'react';
import { CountInput } from '../../../shared/records/count/CountInput';
import type { TypedCount } from '../../../shared/records/count/use-count-text';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { useFocusBack } from '../../../ui/steady-focus';
import type { FormPatch } from '../../recording/data';
import type { Group } from '../board/board';
import shared from '../board.module.css';

interface Props {
  groups: readonly Group[];
  title: string;
  /** `ids`: the records that get the count. */
  onChoose: (patch: FormPatch, ids: string[]) => void;
  onClose: () => void;
}

/** Sets the count of all selected records, except where it is the sum of a table of sexes and stages. */
export function CountDialog({ groups, title, onChoose, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import');
  const [typed, setTyped] = useState<TypedCount>({ value: null, text: null });
  const free = groups.filter(({ values }) => countOfTable(values.attributes) === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.value) return;
    const { count, count_max, count_type } = typed.value;
    onChoose(
      { count, count_max, count_type, count_texts: {} },
      free.map(({ id }) => id),
    );
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <form className={shared.typed} noValidate onSubmit={submit}>
        <CountInput label={t('observations:field.count')} typed={typed} onCount={setTyped} data-autofocus />
        {free.length < groups.length && (
          <p className={shared.hint}>{t('photo-import:board.table_kept', { number: groups.length - free.length })}</p>
        )}
        <Button type="submit" size="lg" disabled={typed.value === null || free.length === 0}>
          {t('photo-import:board.apply', { count: free.length })}
        </Button>
      </form>
    </Modal>
  );
}

import { Button, Modal, TextInput } from '@mantine/core';
import { IconCalendar, IconClockQuestion } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { recordedDate } from '../../../i18n/format';
import type { DoubtfulClock } from '../../../local/db/rows';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { useFocusBack } from '../../../ui/steady-focus';
import { findDoubt, type FormPatch } from '../../recording/data';
import { useClockChoices } from '../../recording/photos/use-clock-choices';
import type { Board, Group } from '../board/board';
import shared from '../board.module.css';
import { Choice } from './PlaceDialog';

/** Days of other records that are offered. */
const OFFERED = 3;

interface Props {
  board: Board;
  groups: readonly Group[];
  title: string;
  onChoose: (patch: FormPatch) => void;
  onClose: () => void;
}

/** Asks for the day, and for the time if it is known. The days of the other records are offered; none is taken by itself. */
export function DateDialog({ board, groups, title, onChoose, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import');
  const language = useLanguage();
  const [first] = groups;
  const only = groups.length === 1 ? first : undefined;
  const [day, setDay] = useState(only?.values.day ?? '');
  const [time, setTime] = useState(only?.values.time ?? '');
  const doubt = only && findDoubt(only.photos);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day !== '') onChoose(only ? { ...dayPatch(day), time } : { ...dayPatch(day), ...(time === '' ? {} : { time }) });
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <ul className={shared.choices}>
        {doubt && <ClockOffer doubt={doubt} onChoose={onChoose} />}
        {listDays(board, groups).map(([offered, count]) => (
          <Choice
            key={offered}
            icon={<IconCalendar size={22} aria-hidden />}
            title={recordedDate(offered, language)}
            note={t('common:count.records', { count })}
            onClick={() => onChoose(dayPatch(offered))}
          />
        ))}
      </ul>
      <form className={shared.typed} onSubmit={submit}>
        <TextInput
          type="date"
          label={t('observations:field.observed_on')}
          value={day}
          max="9999-12-31"
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={t('observations:field.observed_time')}
          description={only ? undefined : t('photo-import:board.time_hint')}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value.slice(0, 5))}
        />
        <Button type="submit" size="lg" disabled={day === ''}>
          {t('photo-import:board.apply', { count: groups.length })}
        </Button>
      </form>
    </Modal>
  );
}

function dayPatch(day: string): FormPatch {
  return { date_kind: 'day', day, month: day.slice(0, 7), when_source: 'typed', when_by: 'person' };
}

/** The days that most of the other records have, with their number. */
function listDays({ groups }: Board, chosen: readonly Group[]): [string, number][] {
  const days = new Map<string, number>();
  for (const group of groups) {
    const { date_kind, day } = group.values;
    if (date_kind === 'day' && day !== '' && !chosen.includes(group)) days.set(day, (days.get(day) ?? 0) + 1);
  }
  return [...days].toSorted(([one, some], [other, others]) => others - some || (one < other ? -1 : 1)).slice(0, OFFERED);
}

/** The clock of the camera was not set: what it says is offered, not taken. */
function ClockOffer({ doubt, onChoose }: { doubt: DoubtfulClock; onChoose: (patch: FormPatch) => void }) {
  const { says, choices } = useClockChoices(doubt);
  return choices.map(({ label, patch }) => (
    <Choice key={label} icon={<IconClockQuestion size={22} aria-hidden />} title={label} note={says} onClick={() => onChoose(patch)} />
  ));
}

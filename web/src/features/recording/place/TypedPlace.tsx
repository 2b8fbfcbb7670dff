import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../../../shared/geo/data';
import { findTypedFault, readTypedPlace, useTypedPlace } from '../../../shared/geo/grids/use-typed-place';
import type { ObserveForm } from '../use-observe-form';
import { PlaceReadings } from './TypedPlaceForm';
import type { Place } from './use-place';

interface Props {
  form: ObserveForm;
  place: Place;
  initial: string;
  /** The place was set in another way. */
  onReplaced: () => void;
}

/** The field for typed coordinates, whose text is kept with the draft until it is a place. */
export function TypedPlace({ form, place, initial, onReplaced }: Props) {
  const { t } = useTranslation('recording');
  const reader = useReader();
  const { beforeSaving, change } = form;
  const [draftText] = useState(form.values.place_text ?? '');
  const [text, setText] = useState(draftText || initial);
  const [isBlurred, setBlurred] = useState(false);
  const answer = useTypedPlace(text);
  const { setTyped } = place;
  const [isTyped, setIsTyped] = useState(draftText !== '');
  useEffect(() => {
    if (isTyped && answer.ok) setTyped(answer.coordinates, answer.coordinate_uncertainty_m);
  }, [isTyped, answer, setTyped]);
  const isReplaced = isTyped && !answer.ok && text.trim() !== '' && !form.values.place_text;
  const close = useEffectEvent(onReplaced);
  useEffect(() => {
    if (isReplaced) close();
  }, [isReplaced]);
  // The record must have the place that the field shows, so saving first parses the text.
  useEffect(() => {
    if (!isTyped) return;
    beforeSaving(async () => {
      if (answer.ok || answer.reason === 'empty') return true;
      const parsed = await readTypedPlace(text, reader);
      if (parsed.ok) setTyped(parsed.coordinates, parsed.coordinate_uncertainty_m);
      else setBlurred(true);
      return parsed.ok;
    });
    return () => beforeSaving(null);
  }, [isTyped, answer, text, reader, beforeSaving, setTyped]);
  const fault = findTypedFault(answer, isBlurred);
  const type = (next: string) => {
    setText(next);
    // Unfinished text is stored with the draft.
    change({ place_text: next });
    setIsTyped(true);
    setBlurred(false);
  };
  return (
    <>
      <TextInput
        label={t('where.coordinates')}
        description={t('where.coordinates_hint')}
        placeholder="52.0907, 5.1214"
        value={text}
        error={fault && t(`where.error.${fault}`)}
        autoComplete="off"
        autoFocus={draftText === ''}
        onBlur={() => setBlurred(true)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <PlaceReadings answer={answer} onChoose={type} />
    </>
  );
}

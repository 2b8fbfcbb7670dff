import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sexagesimalText } from '../../../shared/geo/coordinate-text';
import { useReader } from '../../../shared/geo/data';
import {
  findTypedFault,
  listTypedReadings,
  readTypedPlace,
  textOfReading,
  type TypedPlace,
  useTypedPlace,
} from '../../../shared/geo/grids/use-typed-place';
import type { Coordinates } from '../../../shared/geo/parse-coordinates';
import classes from './place.module.css';

interface Props {
  className: string | undefined;
  fieldClassName?: string | undefined;
  description?: string;
  submitLabel: string;
  onPlace: (coordinates: Coordinates, coordinate_uncertainty_m: number | null) => void;
}

/** A form of its own for typed coordinates, where no record's form is open. */
export function TypedPlaceForm({ className, fieldClassName, description, submitLabel, onPlace }: Props) {
  const { t } = useTranslation('recording');
  const reader = useReader();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const answer = useTypedPlace(text);
  const fault = findTypedFault(answer, isTried);
  const isReading = isTried && !answer.ok && answer.reason === 'reading';
  /** The text in the field; null once the form is closed. */
  const currentText = useRef<string | null>(null);
  useEffect(() => {
    currentText.current = text;
    return () => {
      currentText.current = null;
    };
  }, [text]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isReading) return;
    setTried(true);
    // Parsing a grid reference is asynchronous; one tap must be enough.
    const place = answer.ok ? answer : await readTypedPlace(text, reader);
    if (currentText.current !== text) return;
    if (place.ok) onPlace(place.coordinates, place.coordinate_uncertainty_m);
    else field.current?.focus();
  };
  return (
    <form className={className} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        className={fieldClassName}
        label={t('where.coordinates')}
        description={description}
        placeholder="52.0907, 5.1214"
        value={text}
        error={fault && t(`where.error.${fault}`)}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setTried(false);
        }}
      />
      <PlaceReadings answer={answer} onChoose={setText} />
      <Button type="submit" variant="default" disabled={text.trim() === ''} loading={isReading}>
        {submitLabel}
      </Button>
    </form>
  );
}

interface PlaceReadingsProps {
  answer: TypedPlace;
  /** Gets text that means the chosen place only. */
  onChoose: (text: string) => void;
}

/** Asks which place is meant if the text can mean several, and says if it is only the middle of a map. */
export function PlaceReadings({ answer, onChoose }: PlaceReadingsProps) {
  const { t } = useTranslation('recording');
  const readings = listTypedReadings(answer);
  if (answer.ok && answer.isMapCentre) {
    return (
      <Text size="sm" role="status">
        {t('where.map_centre')}
      </Text>
    );
  }
  if (readings.length === 0) return null;
  return (
    <Stack gap="xs" role="group" aria-label={t('where.error.several')}>
      {readings.map((reading) => {
        const text = textOfReading(reading);
        return (
          <Button key={text} variant="default" onClick={() => onChoose(text)}>
            <span className={classes.reading}>
              <span>{reading.system ? `${text} (${reading.system})` : text}</span> {/* A minus is easily missed, a W is not. */}
              <span className={classes.quiet}>{sexagesimalText(reading.coordinates)}</span>
            </span>
          </Button>
        );
      })}
    </Stack>
  );
}

import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sexagesimalText } from '../../../shared/geo/coordinate-text';
import { listTypedReadings, textOfReading, type TypedPlace } from '../../../shared/geo/grids/use-typed-place';
import classes from './place.module.css';

interface Props {
  answer: TypedPlace;
  /** Gets text that means the chosen place only. */
  onChoose: (text: string) => void;
}

/** Asks which place is meant if the text can mean several, and says if it is only the middle of a map. */
export function PlaceReadings({ answer, onChoose }: Props) {
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

import { Alert, Button, Modal, Radio } from '@mantine/core';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { trimmed } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFiles, canShareFile, shareFile } from '../../../../device/files';
import { DialogActions, DialogText } from '../../../../ui/DialogBody';
import { useFocusBack } from '../../../../ui/steady-focus';
import { formatCount, formatRecordName, useRecordTranslation } from '../../../../shared/records/record-labels';
import { useNamed } from '../../../../shared/taxa/names';
import type { ExportedJourney } from '../../formats/exported-journey';
import { JOURNEY_FORMATS, journeyFile, type JourneyFormat } from '../../formats/journey-file';
import { splitSegments } from '../../formats/track-points';
import { recordInstant } from '../journey-times';
import classes from './dialog-parts.module.css';
import type { DialogProps } from './JourneyDialog';

/** A journey as a file, exactly as its owner sees it. */
export default function ExportDialog(shown: DialogProps) {
  useFocusBack();
  const { onClose } = shown;
  const { t } = useTranslation(['journeys', 'common']);
  const [format, setFormat] = useState<JourneyFormat>('gpx');
  const [hasFailed, setFailed] = useState(false);
  const journey = useExported(shown);
  const file = useMemo(() => journeyFile(journey, format), [journey, format]);
  const share = async () => {
    setFailed(false);
    try {
      if (await shareFile(file)) onClose();
    } catch {
      setFailed(true);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('action.export')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogText>{t('export.exact')}</DialogText>
      <Radio.Group
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(JOURNEY_FORMATS.find((one) => one === value) ?? format)}
      >
        <div className={classes.options}>
          {JOURNEY_FORMATS.map((one) => (
            <Radio key={one} value={one} label={t(`export.${one}`)} description={t(`export.${one}_hint`)} />
          ))}
        </div>
      </Radio.Group>
      {hasFailed && (
        <Alert color="brick" role="alert">
          {t('export.failed')}
        </Alert>
      )}
      <DialogActions>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={() => {
            saveFiles([file]);
            onClose();
          }}
        >
          {t('export.download')}
        </Button>
        {canShareFile(file) && (
          <Button leftSection={<IconShare2 size={20} aria-hidden />} onClick={() => void share()}>
            {t('export.send')}
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}

function useExported({ journey, points, records }: DialogProps): ExportedJourney {
  const recordTexts = useRecordTranslation();
  const named = useNamed(records);
  return useMemo(
    () => ({
      name: journey.name,
      notes: journey.notes,
      startedAt: journey.started_at,
      segments: splitSegments(trimmed(points, journey.trim)),
      records: named.map((record) => ({
        name: formatRecordName(record, recordTexts),
        scientificName: record.taxon?.scientific_name ?? '',
        at: recordInstant(record, journey.time_zone),
        date: record.observed_on ?? '',
        time: record.observed_time ?? '',
        count: formatCount(record, recordTexts) ?? '',
        latitude: record.latitude ?? null,
        longitude: record.longitude ?? null,
        uncertainty_m: record.coordinate_uncertainty_m ?? null,
        notes: record.notes ?? '',
      })),
    }),
    [journey, points, named, recordTexts],
  );
}

import { Alert, Button, Modal, Radio } from '@mantine/core';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFiles, canShareFile, shareFile } from '../../../device/files';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { PLACE_FORMATS, type PlaceFormat, placesFile } from './place-files';
import classes from './SharePlaces.module.css';

/** Gives places to others as a file, which they import. */
export function SharePlaces({ places }: { places: readonly SavedPlace[] }) {
  const { t } = useTranslation('settings');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShare2 size={20} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('places.share.open', { count: places.length })}
      </Button>
      {isOpen && <ShareDialog places={places} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ShareDialog({ places, onClose }: { places: readonly SavedPlace[]; onClose: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['settings', 'common']);
  const [format, setFormat] = useState<PlaceFormat>('geojson');
  const [hasFailed, setHasFailed] = useState(false);
  const [only] = places.length === 1 ? places : [];
  const screen = t('common:screens.my_locations');
  const name = only?.name ?? screen;
  const file = useMemo(() => placesFile(places, format, name), [places, format, name]);
  const share = async () => {
    setHasFailed(false);
    try {
      if (await shareFile(file)) onClose();
    } catch {
      setHasFailed(true);
    }
  };
  const download = () => {
    saveFiles([file]);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('places.share.open', { count: places.length })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <DialogText>{t('places.share.exact', { count: places.length, screen })}</DialogText>
      <Radio.Group
        className={classes.formats}
        label={t('places.share.format')}
        value={format}
        onChange={(value) => setFormat(PLACE_FORMATS.find((one) => one === value) ?? format)}
      >
        {PLACE_FORMATS.map((one) => (
          <Radio key={one} value={one} label={t(`places.share.${one}`)} description={t(`places.share.${one}_hint`)} />
        ))}
      </Radio.Group>
      {hasFailed && (
        <Alert color="brick" role="alert">
          {t('places.share.failed')}
        </Alert>
      )}
      <DialogActions>
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={download}>
          {t('places.share.download')}
        </Button>
        {canShareFile(file) && (
          <Button leftSection={<IconShare2 size={20} aria-hidden />} onClick={() => void share()}>
            {t('places.share.send')}
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}

import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canCapture, captureScreen } from '../../../device/capture-screen';
import classes from '../feedback.module.css';
import { HideAreas } from './HideAreas';
import type { useScreenshot } from './use-screenshot';

/** An optional screenshot: chosen or taken, with areas that are not sent. */
export function ScreenshotField({ screenshot }: { screenshot: ReturnType<typeof useScreenshot> }) {
  const { t } = useTranslation('feedback');
  const { chosen, url, choose, hide } = screenshot;
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{t('screenshot.title')}</legend>
      {chosen && url && <HideAreas url={url} areas={chosen.areas} onChange={hide} />}
      <div className={classes.buttons}>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && choose(file)}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto size={20} aria-hidden />} {...props}>
              {t(chosen ? 'screenshot.choose_another' : 'screenshot.choose')}
            </Button>
          )}
        </FileButton>
        {canCapture() && (
          <Button
            variant="default"
            leftSection={<IconCamera size={20} aria-hidden />}
            onClick={() => void captureScreen().then((picture) => picture && choose(picture))}
          >
            {t('screenshot.capture')}
          </Button>
        )}
        {chosen && (
          <Button variant="default" leftSection={<IconTrash size={20} aria-hidden />} onClick={() => choose(null)}>
            {t('screenshot.remove')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

import { Button } from '@mantine/core';
import type { Crop } from '@veld/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CropFrame, type Frame, frameCrop } from '../../../shared/media/CropFrame';
import { useFormErrorText } from '../../../shared/session/form';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { removePortrait, savePortrait, useOwnTexts, useStoreTexts } from './data';
import classes from './EditProfile.module.css';

const SIZE = 512;

const QUALITY = 0.85;

const SMALLEST = 40;

/** The picture of the user: chosen from a file, cut to a square and sent. */
export function PortraitField({ portrait }: { portrait: string | null }) {
  const { t } = useTranslation(['profile', 'common']);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { error, isBusy, run } = useRun();
  const { data } = useOwnTexts();
  const store = useStoreTexts();
  const remove = () =>
    run(async () => {
      await removePortrait();
      if (data) store({ ...data, portrait_url: null });
    });
  return (
    <div>
      <div className={classes.portrait}>
        {portrait && <img className={classes.picture} src={portrait} alt={t('edit.portrait')} />}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          hidden
          aria-label={t('edit.portrait')}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          {t(portrait ? 'edit.change_portrait' : 'edit.add_portrait')}
        </Button>
        {portrait && (
          <Button variant="subtle" loading={isBusy} onClick={() => void remove()}>
            {t('edit.remove_portrait')}
          </Button>
        )}
      </div>
      {file && <Cutter file={file} onDone={() => setFile(null)} />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Cutter({ file, onDone }: { file: File; onDone: () => void }) {
  const { t } = useTranslation(['profile', 'common']);
  const url = useBlobUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [frame, setFrame] = useState<Frame>(frameCrop(null));
  const [crop, setCrop] = useState<Crop | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const { error, isBusy, run } = useRun();
  const store = useStoreTexts();
  const start = () => {
    const { naturalWidth, naturalHeight } = image.current!;
    const square = middleSquare(naturalWidth, naturalHeight);
    setCrop(square);
    setFrame(frameCrop(square));
  };
  const save = () =>
    run(async () => {
      store(await savePortrait(drawSquare(image.current!, crop!)));
      onDone();
    });
  if (isUnreadable)
    return (
      <p className={classes.error} role="alert">
        {t('edit.unreadable')}
      </p>
    );
  return (
    <>
      <CropFrame className={classes.crop} frame={frame} aspect={1} smallest={SMALLEST} onMove={setFrame} onEnd={setCrop}>
        {url && <img ref={image} src={url} alt="" onLoad={start} onError={() => setUnreadable(true)} />}
      </CropFrame>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.portrait}>
        <Button disabled={!crop} loading={isBusy} onClick={() => void save()}>
          {t('edit.use_portrait')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </>
  );
}

/** Runs a call, one at a time, and holds its error as a text. */
function useRun() {
  const errorText = useFormErrorText();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await call();
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return { error, isBusy, run };
}

/** The largest square in the middle of a picture. */
function middleSquare(width: number, height: number): Crop {
  const edge = Math.min(width, height);
  return { x: (width - edge) / 2 / width, y: (height - edge) / 2 / height, width: edge / width, height: edge / height };
}

/** A part of a picture as a square JPEG in base64, drawn anew, so that nothing of the file but its pixels is left. */
function drawSquare(image: HTMLImageElement, crop: Crop): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.drawImage(image, crop.x * width, crop.y * height, crop.width * width, crop.height * height, 0, 0, SIZE, SIZE);
  return canvas.toDataURL('image/jpeg', QUALITY).split(',')[1]!;
}

import { Alert, Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BodyOf,
  type Crop,
  cropWithin,
  type CurrentImage,
  type FocusPoint,
  frameAround,
  getCurrentImage,
  type ImageDetails,
  type Language,
  LANGUAGES,
  LIFE_STAGES,
  lockImage,
  normalCrop,
  putImageDetails,
  putImageRejection,
  revertImage,
} from '@veld/contract';
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { newId } from '../../local/db/ids';
import { CropFrame, type Frame, frameCrop } from '../../shared/media/CropFrame';
import { useErrorText } from '../../shared/session/form';
import { useLanguage } from '../../shared/session/session';
import { type Candidate, isOwn } from './candidates';
import { CreditFields } from './CreditFields';
import { imageChanged } from './data';
import classes from './Details.module.css';

const STEP = 0.02;

const MOVES: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const SMALLEST_PX = 40;

/** Making the sizes of another part of a picture takes a moment. */
const RENDER_LIMIT_MS = 60_000;

interface Props {
  image: CurrentImage;
  onSave: (change: DetailsChange) => Promise<void>;
}

/** What the image shows, which part of it, and who made it. */
export function Details({ image, onSave }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const errorTextOf = useErrorText();
  const [tool, setTool] = useState<'focus' | 'crop'>('focus');
  const [crop, setCrop] = useState(image.crop);
  const [focus, setFocus] = useState(image.focus);
  const [alt, setAlt] = useState(image.alt);
  const [stage, setStage] = useState(image.life_stage);
  const [credit, setCredit] = useState({ author: image.attribution, license: image.license, page_url: image.page_url });
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [errorText, setErrorText] = useState<string | null>(null);
  // The credit of a record's photo is that of its record.
  const hasCredit = image.source !== 'observation';

  const save = () => {
    setState('saving');
    setErrorText(null);
    const isCreditChanged = credit.author !== image.attribution || credit.license !== image.license || credit.page_url !== image.page_url;
    onSave({
      crop,
      focus,
      alt,
      life_stage: stage,
      ...(hasCredit && isCreditChanged ? { credit } : {}),
      ...(reason ? { reason } : {}),
    }).then(
      () => {
        setReason('');
        setState('saved');
      },
      (error: unknown) => {
        const { fields, form } = errorTextOf(error);
        setErrorText(form ?? (Object.values(fields).join(' ') || t('common:error.title')));
        setState('idle');
      },
    );
  };
  const preview = { url: image.edit_url, crop, focus, size: image };
  return (
    <fieldset className={classes.form} disabled={image.is_locked}>
      <SegmentedControl
        className={classes.tools}
        aria-label={t('details.part')}
        value={tool}
        onChange={(next) => setTool(next === 'crop' ? 'crop' : 'focus')}
        data={[
          { value: 'focus', label: t('details.focus') },
          { value: 'crop', label: t('details.crop') },
        ]}
      />
      {tool === 'focus' ? (
        <FocusPicture url={image.edit_url} focus={focus} onChange={setFocus} />
      ) : (
        <CropPicture url={image.edit_url} crop={crop} onChange={setCrop} />
      )}
      <p className={classes.hint}>{t(tool === 'focus' ? 'details.focus_hint' : 'details.crop_hint')}</p>
      <div className={classes.previews}>
        <Preview {...preview} ratio={1} label={t('details.square')} />
        <Preview {...preview} ratio={4 / 3} label={t('details.wide')} />
        <Button
          variant="subtle"
          disabled={!crop && !focus}
          onClick={() => {
            setCrop(null);
            setFocus(null);
            setTool('focus');
          }}
        >
          {t('details.whole')}
        </Button>
      </div>
      <AltTexts alt={alt} onChange={setAlt} />
      <NativeSelect
        label={t('details.stage')}
        value={stage ?? ''}
        onChange={(event) => setStage(LIFE_STAGES.find((one) => one === event.currentTarget.value) ?? null)}
        data={[{ value: '', label: t('details.no_stage') }, ...LIFE_STAGES.map((value) => ({ value, label: t(`common:stage.${value}`) }))]}
      />
      {hasCredit && <CreditFields credit={credit} onChange={setCredit} />}
      <TextInput label={t('reason')} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div className={classes.previews}>
        <Button onClick={save} loading={state === 'saving'}>
          {t('details.save')}
        </Button>
        <span role="status">{state === 'saved' && t('details.saved')}</span>
      </div>
    </fieldset>
  );
}

interface AltTextsProps {
  alt: ImageDetails['alt'];
  onChange: (alt: ImageDetails['alt']) => void;
}

/** The alternative text, first in the curator's language. */
function AltTexts({ alt, onChange }: AltTextsProps) {
  const { t } = useTranslation('images');
  const own = useLanguage();
  const others = LANGUAGES.filter((language) => language !== own);
  const count = others.filter((language) => alt[language]?.trim()).length;
  const field = (language: Language, label: string, description?: string) => (
    <Textarea
      key={language}
      label={label}
      description={description}
      lang={language}
      maxLength={300}
      autosize
      minRows={1}
      value={alt[language] ?? ''}
      onChange={(event) => onChange({ ...alt, [language]: event.currentTarget.value })}
    />
  );
  return (
    <div>
      {field(own, t('details.alt'), t('details.alt_hint'))}
      <details>
        <summary className={classes.summary}>{t('details.alt_others', { count })}</summary>
        <div className={classes.more}>{others.map((language) => field(language, languageName(language)))}</div>
      </details>
    </div>
  );
}

interface CropPictureProps {
  url: string;
  crop: Crop | null;
  onChange: (crop: Crop | null) => void;
}

/** A picture with a frame around the part to show. */
function CropPicture({ url, crop, onChange }: CropPictureProps) {
  const [frame, setFrame] = useState<Frame>(frameCrop(crop));
  return (
    <CropFrame
      className={classes.crop}
      frame={frame}
      smallest={SMALLEST_PX}
      onMove={setFrame}
      onEnd={(chosen) => onChange(normalCrop(chosen))}
    >
      <img className={classes.picture} src={url} alt="" />
    </CropFrame>
  );
}

interface FocusPictureProps {
  url: string;
  focus: FocusPoint | null;
  onChange: (focus: FocusPoint) => void;
}

/** A picture on which a click sets the focus point; arrow keys move it. */
function FocusPicture({ url, focus, onChange }: FocusPictureProps) {
  const { t } = useTranslation('images');
  const [hasFailed, setFailed] = useState(false);
  const at = focus ?? { x: 0.5, y: 0.5 };
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and Space click without a place.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(inside({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(inside({ x: at.x + move[0], y: at.y + move[1] }));
  };
  if (hasFailed) return <p className={classes.failed}>{t('details.no_picture')}</p>;
  return (
    <button
      type="button"
      className={classes.focusPicturePicture}
      aria-label={t('details.focus_at', { x: Math.round(at.x * 100), y: Math.round(at.y * 100) })}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <img src={url} alt="" onError={() => setFailed(true)} />
      <span className={classes.point} style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }} />
    </button>
  );
}

function inside({ x, y }: FocusPoint): FocusPoint {
  const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
  return { x: round(x), y: round(y) };
}

interface PreviewProps {
  url: string;
  label: string;
  ratio: number;
  crop: Crop | null;
  focus: FocusPoint | null;
  /** Of the whole picture at `url`, in pixels. */
  size: { width: number; height: number };
}

/** What a small size will show: the part around the focus point, as the server cuts it. */
function Preview({ url, label, ratio, crop, focus, size }: PreviewProps) {
  const area = cropWithin(null, crop);
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const frame = frameAround(area, focus ?? middle, ratio, size) ?? area;
  return (
    <figure className={classes.figure}>
      <div className={classes.frame} style={{ aspectRatio: ratio }}>
        <img
          src={url}
          alt=""
          style={{
            width: `${100 / frame.width}%`,
            height: `${100 / frame.height}%`,
            left: `${(-100 * frame.x) / frame.width}%`,
            top: `${(-100 * frame.y) / frame.height}%`,
          }}
        />
      </div>
      <figcaption className={classes.label}>{label}</figcaption>
    </figure>
  );
}

type DetailsChange = Omit<BodyOf<typeof putImageDetails>, 'write_id' | 'media_id'>;

const paramsOf = (taxonId: number) => ({ taxonId: String(taxonId) });

/** The image of a species with its details and history, from the server. */
export function useCurrentImage(taxonId: number) {
  return useQuery({
    queryKey: ['specie-image', taxonId],
    queryFn: ({ signal }) => api.call(getCurrentImage, { params: paramsOf(taxonId) }, { signal }),
  });
}

/** Changes to the image of a species. Each is shown at once, here and in the lists. */
export function useImageActions(taxonId: number) {
  const client = useQueryClient();
  const refresh = useCallback(async () => {
    imageChanged(taxonId);
    await client.invalidateQueries({ queryKey: ['specie-image', taxonId] });
  }, [client, taxonId]);
  return {
    refresh,
    async edit(image: CurrentImage, change: DetailsChange): Promise<void> {
      const body = { ...change, media_id: image.media_id, write_id: newId() };
      await api.call(putImageDetails, { params: paramsOf(taxonId), body }, { timeout: RENDER_LIMIT_MS });
      await refresh();
    },
    async revert(changeId: string | null, reason: string): Promise<void> {
      const body = { write_id: newId(), change_id: changeId, reason };
      await api.call(revertImage, { params: paramsOf(taxonId), body }, { timeout: RENDER_LIMIT_MS });
      await refresh();
    },
    async lock(isLocked: boolean): Promise<void> {
      await api.call(lockImage, { params: paramsOf(taxonId), body: { write_id: newId(), is_locked: isLocked } });
      await refresh();
    },
  };
}

/** Returns to the image before the last change, or to none. */
export async function undoImage(taxonId: number): Promise<void> {
  const { history } = await api.call(getCurrentImage, { params: paramsOf(taxonId) });
  const body = { write_id: newId(), change_id: history[1]?.id ?? null };
  await api.call(revertImage, { params: paramsOf(taxonId), body }, { timeout: RENDER_LIMIT_MS });
  imageChanged(taxonId);
}

/** Stops offering a candidate for a species, or offers it again. */
export async function rejectCandidate(taxonId: number, candidate: Candidate, isRejected: boolean): Promise<void> {
  const source = isOwn(candidate) ? 'own' : candidate.source === 'commons' ? 'commons' : 'inaturalist';
  await api.call(putImageRejection, { params: paramsOf(taxonId), body: { source, id: candidate.id, is_rejected: isRejected } });
}

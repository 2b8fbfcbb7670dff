import { Alert, Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { type CurrentImage, LIFE_STAGES } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../shared/session/form';
import { AltTexts } from './AltTexts';
import { CropPicture } from './CropPicture';
import { CreditFields } from './CreditFields';
import type { DetailsChange } from './current';
import classes from './Details.module.css';
import { FocusPicture } from './FocusPicture';
import { Preview } from './Preview';

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

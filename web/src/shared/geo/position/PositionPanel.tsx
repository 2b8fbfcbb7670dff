import { ActionIcon, Drawer, SegmentedControl, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp, IconCheck, IconCopy } from '@tabler/icons-react';
import { TARGET_ACCURACIES_M } from '@veld/contract';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fix } from '../../../device/fix';
import { findLocationError, location } from '../../../device/location';
import { useLocation } from '../../../device/use-location';
import { ago, number } from '../../../i18n/format';
import { useFocusBack } from '../../../ui/steady-focus';
import { notifier, useLanguage, useUser } from '../../session/session';
import { decimalText, sexagesimalText } from '../coordinate-text';
import { type MeasuringSettings, useMeasuring } from '../data';
import type { GridText } from '../grids/grid-texts';
import type { Coordinates } from '../parse-coordinates';
import { AccuracyRing } from './AccuracyRing';
import { PositionHelp } from './PositionHelp';
import { useDistance, useStateText } from './words';
import classes from './PositionPanel.module.css';

/** Details of the device's location and the settings for measuring. The location service runs while the panel is open. */
export default function PositionPanel({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['geo', 'common']);
  const live = useLocation(true);
  const { target, averages } = useMeasuring();
  const stateText = useStateText();
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const { state, fix, rejected } = live;
  const error = findLocationError(state);
  useEffect(() => location.average(averages), [averages]);
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isWide ? 'right' : 'bottom'}
      size={isWide ? '26rem' : '88dvh'}
      title={t('geo:panel.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{ content: classes.drawer, title: classes.drawerTitle }}
    >
      <div className={classes.panel}>
        {error ? (
          <PositionHelp error={error} retry={live.retry} />
        ) : (
          <div className={classes.head}>
            <AccuracyRing state={state} metres={fix?.accuracy_m ?? null} target={target} />
            <div>
              <p className={classes.headState} role="status">
                {stateText(state, fix?.accuracy_m ?? null)}
              </p>
              <p className={classes.hint}>{rejected && !fix ? t(`geo:rejected.${rejected}`) : t(`geo:state_hint.${state as 'good'}`)}</p>
            </div>
          </div>
        )}
        {fix && <Facts fix={fix} />}
        <MeasuringFields />
      </div>
    </Drawer>
  );
}

function Facts({ fix }: { fix: Fix }) {
  const { t } = useTranslation('geo');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const length = useDistance();
  const grids = useGridTexts(fix);
  const speed =
    units === 'metric'
      ? ([(fix.speed_mps ?? 0) * 3.6, 'kilometer-per-hour'] as const)
      : ([(fix.speed_mps ?? 0) * 2.236_936, 'mile-per-hour'] as const);
  return (
    <dl className={classes.facts}>
      <Fact label={t('panel.decimal')} copies={decimalText(fix)}>
        {decimalText(fix)}
      </Fact>
      <Fact label={t('panel.sexagesimal')} copies={sexagesimalText(fix)}>
        {sexagesimalText(fix)}
      </Fact>
      {grids.map(({ name, text }) => (
        <Fact key={name} label={name} copies={text}>
          {text}
        </Fact>
      ))}
      <div className={classes.factPairs}>
        <Fact label={t('panel.accuracy')}>{length(fix.accuracy_m)}</Fact>
        <Fact label={t('panel.age')}>{ago(fix.at, language)}</Fact>
        <Fact label={t('panel.altitude')}>
          {fix.altitude_m === null ? null : (
            <>
              {length(fix.altitude_m)}
              {fix.altitude_accuracy_m !== null && ` ± ${length(fix.altitude_accuracy_m)}`}
            </>
          )}
        </Fact>
        <Fact label={t('panel.speed')}>
          {fix.speed_mps === null ? null : number(speed[0], language, { style: 'unit', unit: speed[1], maximumFractionDigits: 1 })}
        </Fact>
        <Fact label={t('panel.heading')}>
          {fix.heading_deg === null ? null : (
            <>
              <IconArrowUp size={18} style={{ transform: `rotate(${fix.heading_deg}deg)` }} aria-hidden />{' '}
              {number(fix.heading_deg, language, { style: 'unit', unit: 'degree', maximumFractionDigits: 0 })}
            </>
          )}
        </Fact>
        <Fact label={t('panel.source')}>{fix.fixes > 1 ? t('panel.source_mean', { count: fix.fixes }) : t('panel.source_device')}</Fact>
      </div>
    </dl>
  );
}

/** A labelled value; without one, "not reported". */
function Fact({ label, copies, children }: { label: string; copies?: string; children: ReactNode }) {
  const { t } = useTranslation('geo');
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {children ?? <span className={classes.hint}>{t('panel.not_reported')}</span>}
        {copies !== undefined && <CopyButton text={copies} label={t('panel.copy', { what: label })} />}
      </dd>
    </div>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('geo');
  const [copied, setCopied] = useState<string | null>(null);
  const isDone = copied === text;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      (error: unknown) => notifier.show('negative', t('panel.not_copied'), { cause: error }),
    );
  return (
    <ActionIcon variant="subtle" color="stone" size="lg" aria-label={isDone ? t('panel.copied') : label} onClick={() => void copy()}>
      {isDone ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
    </ActionIcon>
  );
}

/** Settings for measuring in every form: target accuracy and averaging. */
function MeasuringFields() {
  const { t } = useTranslation('geo');
  const { target, averages, change } = useMeasuring();
  const length = useDistance();
  const labelId = useId();
  const set = (next: Partial<MeasuringSettings>) => {
    change(next).catch((error: unknown) => notifier.show('negative', t('panel.not_saved'), { cause: error }));
  };
  return (
    <div className={classes.wishes}>
      <div>
        <p className={classes.label} id={labelId}>
          {t('panel.target')}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={labelId}
          value={String(target)}
          data={TARGET_ACCURACIES_M.map((metres) => ({ value: String(metres), label: length(metres) }))}
          onChange={(value) => set({ target: TARGET_ACCURACIES_M.find((metres) => String(metres) === value) ?? 10 })}
        />
        <p className={classes.hint}>{t('panel.target_hint')}</p>
      </div>
      <Switch
        label={t('panel.average')}
        description={t('panel.average_hint')}
        checked={averages}
        onChange={(event) => set({ averages: event.currentTarget.checked })}
      />
    </div>
  );
}

/** The grid references of a place; empty until the code for them is loaded. */
function useGridTexts({ latitude, longitude }: Coordinates): readonly GridText[] {
  const [texts, setTexts] = useState<readonly GridText[]>([]);
  useEffect(() => {
    let isCurrent = true;
    import('../grids/grid-texts')
      .then(({ gridTexts }) => gridTexts({ latitude, longitude }))
      .then((found) => {
        if (isCurrent) setTexts(found);
      })
      .catch((error: unknown) => console.error('Grids', error));
    return () => {
      isCurrent = false;
    };
  }, [latitude, longitude]);
  return texts;
}

import { Button, Radio } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconDeviceFloppy, IconDevices } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordTranslation } from '../../shared/records/record-labels';
import type { Changed, SaveState } from '../../shared/session/preferences';
import { errorLabel } from '../outbox/data';
import classes from './Section.module.css';
import shared from './settings.module.css';

/** The level of a section's title: 1 on its own page, 2 beside the index of all sections. */
export const SectionLevel = createContext<1 | 2>(2);

export interface SectionProps {
  id: string;
  title: string;
}

interface Props extends SectionProps {
  /** A sentence under the title. */
  lead?: ReactNode;
  /** The state of the last change. */
  mark?: ReactNode;
  children: ReactNode;
}

/** A section of the settings. */
export function Section({ id, title, lead, mark, children }: Props) {
  const level = useContext(SectionLevel);
  const Heading = `h${level}` as const;
  return (
    <section className={classes.section} id={id} aria-labelledby={`${id}-title`}>
      <div className={classes.sectionHead}>
        <Heading className={classes.sectionTitle} id={`${id}-title`}>
          {title}
        </Heading>
        {mark}
      </div>
      {lead && <p className={shared.lead}>{lead}</p>}
      <div className={shared.body}>{children}</div>
    </section>
  );
}

/** A part of a section, with its own title and the state of its own setting. */
export function SectionPart({ id, title, lead, mark, children }: Props) {
  const Heading = `h${useContext(SectionLevel) + 1}` as 'h2' | 'h3';
  return (
    <div className={classes.part} role="group" id={id} aria-labelledby={`${id}-title`}>
      <div className={classes.sectionHead}>
        <Heading className={classes.partTitle} id={`${id}-title`}>
          {title}
        </Heading>
        {mark}
      </div>
      {lead && <p className={shared.lead}>{lead}</p>}
      <div className={shared.body}>{children}</div>
    </div>
  );
}

/** Whether and where a change was saved. */
export function SaveMark({ state }: { state: SaveState }) {
  const { t } = useTranslation('settings');
  const Icon = state && ICONS[state];
  return (
    <span className={classes.mark} role="status" data-state={state ?? undefined}>
      {Icon && (
        <>
          <Icon size={18} aria-hidden /> {t(`save_state.${state}`)}
        </>
      )}
    </span>
  );
}

const ICONS = {
  saved: IconCheck,
  waiting: IconDeviceFloppy,
  elsewhere: IconDevices,
  rejected: IconAlertCircle,
  failed: IconAlertCircle,
} as const satisfies Record<NonNullable<SaveState>, unknown>;

/** The state of a preference beside or below it; if it was not saved, why not, and a button to try again. */
export function SettingMark({ setting }: { setting: Changed }) {
  const { t } = useTranslation('common');
  const { state, error, retry } = setting;
  return (
    <>
      <SaveMark state={state} />
      {retry && (state === 'rejected' || state === 'failed') && (
        <span className={classes.trouble}>
          {error && <Reason error={error} />}
          <Button variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        </span>
      )}
    </>
  );
}

function Reason({ error }: { error: NonNullable<Changed['error']> }) {
  return <span>{errorLabel(error, useRecordTranslation('outbox'))}</span>;
}

interface Choice<V extends string> {
  value: V;
  label: string;
  hint?: string;
  /** Shown beside the label, for example a colour sample. */
  sample?: ReactNode;
}

interface ChoicesProps<V extends string> {
  /** Label of the group, for screen readers; shown with `isAsked`, where no title says the same. */
  label: string;
  isAsked?: boolean;
  name: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}

/** Radio buttons with a description each. */
export function Choices<V extends string>({ label, isAsked = false, name, value, choices, onChange }: ChoicesProps<V>) {
  return (
    <Radio.Group {...(isAsked ? { label } : { 'aria-label': label })} name={name} value={value} onChange={(next) => onChange(next)}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <div key={choice.value} className={classes.choice}>
            <Radio value={choice.value} label={choice.label} description={choice.hint} classNames={{ root: classes.radio }} />
            {choice.sample}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconDeviceFloppy, IconDevices } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { errorLabel } from '../outbox/data';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import type { Changed, SaveState } from '../../shared/session/preferences';
import shared from './settings.module.css';
import classes from './Section.module.css';

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

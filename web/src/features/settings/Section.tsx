import { IconAlertCircle, IconCheck, IconDeviceFloppy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaveState } from './data';
import shared from './settings.module.css';
import classes from './Section.module.css';

interface Props {
  id: string;
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  /** The state of the last change. */
  mark?: ReactNode;
  children: ReactNode;
}

/** A section of the settings page; the index links to its id. */
export function Section({ id, title, lead, mark, children }: Props) {
  return (
    <section className={shared.section} id={id} aria-labelledby={`${id}-title`}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle} id={`${id}-title`}>
          {title}
        </h2>
        {mark}
      </div>
      {lead && <p className={shared.lead}>{lead}</p>}
      <div className={shared.body}>{children}</div>
    </section>
  );
}

/** Whether and where a change was saved. */
export function SaveMark({ state }: { state: SaveState }) {
  const { t } = useTranslation('settings');
  return (
    <span className={classes.mark} role="status" data-state={state ?? undefined}>
      {state === 'saved' && (
        <>
          <IconCheck size={18} aria-hidden /> {t('save_state.saved')}
        </>
      )}
      {state === 'waiting' && (
        <>
          <IconDeviceFloppy size={18} aria-hidden /> {t('save_state.waiting')}
        </>
      )}
      {(state === 'rejected' || state === 'failed') && (
        <>
          <IconAlertCircle size={18} aria-hidden /> {t(`save_state.${state}`)}
        </>
      )}
    </span>
  );
}

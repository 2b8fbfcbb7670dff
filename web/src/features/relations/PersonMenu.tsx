import { Button, Checkbox, Modal } from '@mantine/core';
import { IconBan, IconDots, IconDotsVertical, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../local/device/clock';
import { passingTime } from '../../local/device/passing-time';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { addNotice } from '../../ui/notices/added-notices';
import { type RelatedPerson, useSetRelation } from './data';
import classes from './PersonMenu.module.css';

const SHOWN_MS = 10_000;

interface Props {
  person: RelatedPerson;
  isMuted: boolean;
  /** Their account was closed: only `more` can be done. */
  isFormer?: boolean;
  /** `icon`: in the row of icons under a card. */
  look?: 'button' | 'icon';
  /** Reports the person to the moderators; offered in the step that blocks. Resolves once it is stored on this device or has failed. */
  onReport: (personId: string) => Promise<unknown>;
  /** What other features add. */
  more?: ReactNode;
}

/** What can be done about a person besides following them. */
export function PersonMenu({ person, isMuted, isFormer = false, look = 'button', onReport, more }: Props) {
  const { t } = useTranslation(['relations', 'common']);
  const set = useSetRelation();
  const mute = useMute();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const close = () => {
    setOpen(false);
    setAsking(false);
    setReporting(false);
  };
  const label = t('common:nav.more');
  const changeMute = () => {
    close();
    void (isMuted ? set('mute', person, false) : mute(person));
  };
  const block = () => {
    close();
    if (isReporting) void onReport(person.id);
    void set('block', person, true);
  };
  return (
    <>
      {look === 'icon' ? (
        <button
          type="button"
          className={classes.icon}
          aria-haspopup="dialog"
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        >
          <IconDots size={22} aria-hidden />
        </button>
      ) : (
        <Button variant="default" leftSection={<IconDotsVertical size={20} aria-hidden />} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      <Modal opened={isOpen} onClose={close} title={person.name} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
        <ul className={classes.list}>
          {!isFormer && (
            <>
              <li>
                <Button
                  variant="default"
                  fullWidth
                  aria-describedby="mute-hint"
                  leftSection={<IconEyeOff size={20} aria-hidden />}
                  onClick={changeMute}
                >
                  {t(isMuted ? 'end_of.mute' : 'mute_person', { name: person.name })}
                </Button>
                <p className={classes.hint} id="mute-hint">
                  {isMuted ? t('muted_hint') : t('mute_hint')}
                </p>
              </li>
              <li>
                <Button
                  variant="default"
                  color="brick"
                  fullWidth
                  aria-describedby="block-hint"
                  leftSection={<IconBan size={20} aria-hidden />}
                  aria-expanded={isAsking}
                  onClick={() => setAsking(!isAsking)}
                >
                  {t('block')}
                </Button>
                <p className={classes.hint} id="block-hint">
                  {t('block_hint')}
                </p>
                {isAsking && (
                  <div className={classes.asking}>
                    <Checkbox
                      label={t('report_too')}
                      description={t('report_too_hint')}
                      checked={isReporting}
                      onChange={(event) => setReporting(event.currentTarget.checked)}
                    />
                    <Button color="brick" fullWidth onClick={block}>
                      {t('block_person', { name: person.name })}
                    </Button>
                  </div>
                )}
              </li>
            </>
          )}
          {more && <li className={classes.more}>{more}</li>}
        </ul>
      </Modal>
    </>
  );
}

/** Mutes a person, and offers to undo it for ten seconds: in the notices of the app, because the card or page of the person may be gone. */
function useMute(): (person: RelatedPerson) => Promise<void> {
  const { t } = useTranslation(['relations', 'common']);
  const set = useSetRelation();
  return async (person) => {
    if (!(await set('mute', person, true))) return;
    const end = () => {
      time.stop();
      remove();
    };
    const time = passingTime(systemClock, SHOWN_MS, end);
    const undo = () => {
      end();
      void set('mute', person, false);
    };
    const remove = addNotice({
      id: `muted-${person.id}`,
      type: 'positive',
      text: t('muted', { name: person.name }),
      action: { label: t('common:action.undo'), onClick: undo },
      onHold: (isHeld) => time.hold(isHeld),
      onDismiss: end,
    });
  };
}

/** Instead of the profile of a person that the user has blocked. `more`: what other features add. */
export function BlockedPerson({ person, more }: { person: RelatedPerson; more?: ReactNode }) {
  const { t } = useTranslation('relations');
  const set = useSetRelation();
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={person.name}
      headingLevel={1}
      sentence={t('blocked_person')}
      action={
        <div className={classes.blocked}>
          <Button variant="default" onClick={() => void set('block', person, false)}>
            {t('end.block')}
          </Button>
          {more}
        </div>
      }
    />
  );
}

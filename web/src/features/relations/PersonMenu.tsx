import { Button, Modal } from '@mantine/core';
import { IconBan, IconDotsVertical, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RelatedPerson, useSetRelation } from './data';
import classes from './PersonMenu.module.css';

interface Props {
  person: RelatedPerson;
  isMuted: boolean;
  /** What other features add. */
  more?: ReactNode;
}

/** What can be done about a person besides following them. */
export function PersonMenu({ person, isMuted, more }: Props) {
  const { t } = useTranslation(['relations', 'common']);
  const set = useSetRelation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const change = (kind: 'mute' | 'block', isOn: boolean) => {
    close();
    void set(kind, person, isOn);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDotsVertical size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('common:nav.more')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={person.name} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
        <ul className={classes.list}>
          <li>
            <Button
              variant="default"
              fullWidth
              aria-describedby="mute-hint"
              leftSection={<IconEyeOff size={20} aria-hidden />}
              onClick={() => change('mute', !isMuted)}
            >
              {isMuted ? t('end.mute') : t('mute')}
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
              onClick={() => change('block', true)}
            >
              {t('block')}
            </Button>
            <p className={classes.hint} id="block-hint">
              {t('block_hint')}
            </p>
          </li>
          {more && <li>{more}</li>}
        </ul>
      </Modal>
    </>
  );
}

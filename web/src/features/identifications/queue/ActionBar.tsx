import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconDots, IconPencilQuestion, IconPlayerTrackNext } from '@tabler/icons-react';
import { QUALITY_TOPICS, type QualityTopic, type TaxonSummary } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { stickyBarRoom } from '../../../ui/publish-height';
import { useNamedTaxon } from '../../../shared/taxa/names';
import classes from './ActionBar.module.css';

interface Props {
  /** Beside a list: without the way back, and without keys, which are those of the list. */
  isAside: boolean;
  /** The name to agree with; null if there is none. */
  name: TaxonSummary | null;
  /** The user has identified or skipped the record. */
  isHandled: boolean;
  onAgree: () => void;
  onSuggest: () => void;
  onSkip: () => void;
  onReview: () => void;
  /** Says that the record is not wild, or that something about it is wrong. */
  onVoteDown: (topic: QualityTopic) => void;
  onAsk: () => void;
  onPrevious: (() => void) | undefined;
}

/** What can be done with the record, at the bottom edge. */
export function ActionBar({ isAside, name: given, isHandled, onAgree, onSuggest, onSkip, onReview, onVoteDown, onAsk, onPrevious }: Props) {
  const { t } = useTranslation('identifications');
  const name = useNamedTaxon(given)?.name;
  return (
    <div
      className={classes.bar}
      ref={isAside ? undefined : stickyBarRoom}
      data-save-bar={isAside ? undefined : true}
      data-aside={isAside || undefined}
    >
      {!isAside && (
        <ActionIcon
          className={`${classes.previous} ${classes.wide}`}
          variant="default"
          aria-label={t('queue.previous')}
          aria-keyshortcuts="ArrowLeft"
          disabled={!onPrevious}
          onClick={onPrevious}
        >
          <IconArrowLeft size={22} aria-hidden />
        </ActionIcon>
      )}
      {name && (
        <Button
          className={classes.agree}
          leftSection={<IconCheck size={20} aria-hidden />}
          rightSection={!isAside && <Key>A</Key>}
          aria-label={t('agree_with', { name })}
          aria-keyshortcuts={isAside ? undefined : 'A'}
          onClick={onAgree}
        >
          {t('agree')}
        </Button>
      )}
      <Button
        className={classes.other}
        variant="default"
        leftSection={<IconPencilQuestion size={20} aria-hidden />}
        rightSection={!isAside && <Key>D</Key>}
        aria-keyshortcuts={isAside ? undefined : 'D'}
        onClick={onSuggest}
      >
        {t('queue.suggest')}
      </Button>
      <Button
        className={`${classes.other} ${classes.skip}`}
        variant="default"
        aria-label={t(isHandled ? 'queue.next' : 'queue.skip')}
        leftSection={<IconPlayerTrackNext size={20} aria-hidden />}
        rightSection={!isAside && <Key>S</Key>}
        aria-keyshortcuts={isAside ? undefined : 'S'}
        onClick={onSkip}
      >
        <span className={classes.wide}>{t(isHandled ? 'queue.next' : 'queue.skip')}</span>
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon className={classes.previous} variant="default" aria-label={t('queue.more_actions')}>
            <IconDots size={22} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isAside && onPrevious && <Menu.Item onClick={onPrevious}>{t('queue.previous')}</Menu.Item>}
          {QUALITY_TOPICS.map((topic) => (
            <Menu.Item key={topic} onClick={() => onVoteDown(topic)}>
              {t(`votes.no.${topic}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item aria-keyshortcuts={isAside ? undefined : 'Q'} onClick={onAsk}>
            {t('ask.title')}
          </Menu.Item>
          <Menu.Item aria-keyshortcuts={isAside ? undefined : 'R'} onClick={onReview}>
            {t('queue.review')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The key of a button, where there is likely a keyboard. The button says it to screen readers by `aria-keyshortcuts`; it is no
 * part of the text by which a voice calls the button. */
export function Key({ children }: { children: string }) {
  return <kbd className={classes.key} data-key={children} aria-hidden />;
}

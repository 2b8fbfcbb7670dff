import { useTranslation } from 'react-i18next';
import { useNow } from '../../../device/use-now';
import { useLanguage } from '../../../shared/session/session';
import type { Project } from '../data';
import { fromNow, momentInWords, findTurn } from '../words';
import classes from './page.module.css';

const MINUTE_MS = 60_000;

/** How long it is until a project begins or ends; exactly when, on request. */
export function Countdown({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  if (project.is_cancelled) return <p className={classes.note}>{t('cancelled_hint')}</p>;
  const turn = findTurn(project, now);
  return (
    <p className={classes.turn} data-over={turn.kind === 'ended' || undefined}>
      <time dateTime={turn.at.toISOString()} title={momentInWords(turn.at, project.time_zone, language)}>
        {t(`turn.${turn.kind}`, { when: fromNow(turn.at, now, language) })}
      </time>
    </p>
  );
}

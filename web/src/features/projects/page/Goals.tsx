import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { SectionTitle } from '../../../ui/SectionTitle';
import type { Project } from '../data';
import classes from './page.module.css';

type Goal = Project['goals'][number];

/** What those who take part want to reach, and how far they are by the figures of the project. */
export function Goals({ goals }: { goals: readonly Goal[] }) {
  const { t } = useTranslation('projects');
  if (goals.length === 0) return null;
  return (
    <section aria-labelledby="goals">
      <SectionTitle id="goals">{t('goals.title')}</SectionTitle>
      <ul className={classes.goals}>
        {goals.map((goal, at) => (
          <li key={at}>
            <GoalBar goal={goal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function GoalBar({ goal: { goal, taxon, value } }: { goal: Goal }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const label = useGoalLabel({ goal, taxon });
  const isReached = value >= goal.target;
  return (
    <>
      <div className={classes.goal}>
        <span dir="auto">{label}</span>
        <span className={classes.reached}>
          {isReached && <IconCheck size={18} role="img" aria-label={t('goals.reached')} />}
          {t('goals.progress', { value: number(value, language), target: number(goal.target, language) })}
        </span>
      </div>
      <progress className={classes.bar} max={goal.target} value={Math.min(value, goal.target)} aria-label={label} />
    </>
  );
}

/** What a goal counts, in words. */
export function useGoalLabel({ goal, taxon: given }: Pick<Goal, 'goal' | 'taxon'>): string {
  const { t } = useTranslation(['projects', 'common']);
  const taxon = useNamedTaxon(given);
  if (goal.kind === 'group') return t('goals.of', { name: t(`common:group.${goal.group}`) });
  if (goal.kind === 'taxon') return t('goals.of', { name: taxon?.name ?? t('common:taxon.unknown') });
  return t(`goals.kind.${goal.kind}`);
}

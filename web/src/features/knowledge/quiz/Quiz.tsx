import { Button } from '@mantine/core';
import type { TaxonGroup } from '@veld/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { leaveRound, type Quiz, type QuizRound } from '../../../local/guide/quiz';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { readGroup, speciesAddress, type Taxon, useTaxa } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { beginPractice, useQuiz } from './data';
import { Question } from './Question';
import { QuizStart } from './QuizStart';
import classes from './Quiz.module.css';

export default function Quiz() {
  const { t } = useTranslation(['knowledge', 'common']);
  const quiz = useQuiz();
  const round = quiz?.round ?? null;
  // One round after another: its questions are its identity.
  const key = round ? `${round.is_practice} ${round.questions.map(({ options }) => options.join()).join()}` : '';
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key decides
  const ids = useMemo(() => [...new Set(round?.questions.flatMap(({ options }) => options) ?? [])], [key]);
  const known = useTaxa(ids);
  const taxa = useMemo(() => known && new Map(known.map((taxon) => [taxon.id, taxon])), [known]);
  const isReady = quiz !== undefined && (!round || (taxa !== undefined && (ids.length === 0 || taxa.size > 0)));
  return (
    <>
      <PageHeader
        title={t('quiz.title')}
        lead={round ? undefined : t('quiz.lead')}
        back={{ to: '/knowledge', label: t('common:screens.knowledge') }}
      />
      {!isReady ? (
        <TaxonRowSkeletons label={t('common:taxonomy.loading')} />
      ) : round && taxa ? (
        <Round key={key} quiz={quiz} round={round} taxa={taxa} />
      ) : (
        <QuizStart quiz={quiz} />
      )}
    </>
  );
}

interface Props {
  quiz: Quiz;
  round: QuizRound;
  taxa: ReadonlyMap<number, Taxon>;
}

/** The questions of a round one after another, then its results. A reload continues at the first one without an answer. */
function Round({ quiz, round, taxa }: Props) {
  const [at, setAt] = useState(() => firstOpen(round));
  const question = round.questions[at];
  if (!question) return <Results quiz={quiz} round={round} taxa={taxa} />;
  return <Question key={at} round={round} at={at} taxa={taxa} onNext={() => setAt(at + 1)} />;
}

function firstOpen({ answers }: QuizRound): number {
  const open = answers.indexOf(null);
  return open === -1 ? answers.length : open;
}

interface ResultsProps {
  quiz: Quiz;
  round: QuizRound;
  taxa: ReadonlyMap<number, Taxon>;
}

function Results({ quiz, round, taxa }: ResultsProps) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { right, of, skipped, groups, missed } = scoreRound(round, taxa);
  const score = (one: { right: number; of: number }) => ({ right: number(one.right, language), of: number(one.of, language) });
  return (
    <section className={classes.question}>
      <h2 ref={heading} tabIndex={-1} className={classes.score}>
        {t('quiz.score', score({ right, of }))}
      </h2>
      <p className={classes.hint}>
        {t(round.is_practice ? 'quiz.practice_note' : 'quiz.score_note')} {skipped > 0 && t('quiz.skipped_count', { count: skipped })}
      </p>
      {groups.length > 1 && (
        <dl className={classes.groups}>
          {groups.map((one) => (
            <div key={one.group}>
              <dt>{t(`common:group.${one.group}`)}</dt>
              <dd>{t('quiz.of', score(one))}</dd>
            </div>
          ))}
        </dl>
      )}
      {missed.length > 0 && (
        <>
          <SectionTitle>{t('quiz.missed')}</SectionTitle>
          <ul className={classes.missed}>
            {missed
              .flatMap((id) => taxa.get(id) ?? [])
              .map((taxon) => (
                <li key={taxon.id}>
                  <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />
                </li>
              ))}
          </ul>
        </>
      )}
      <div className={classes.actions}>
        <Button onClick={() => void leaveRound(currentDatabase())}>{t('quiz.new_round')}</Button>
        {missed.length > 0 && (
          <Button variant="default" onClick={() => void beginPractice(quiz, missed)}>
            {t('quiz.practise')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface Score {
  right: number;
  of: number;
}

interface RoundResults extends Score {
  /** Pictures that could not be shown; they count for nothing. */
  skipped: number;
  groups: (Score & { group: TaxonGroup })[];
  /** The species answered wrong. */
  missed: number[];
}

/** How many of how many first answers were right, in all and by group. */
export function scoreRound({ questions, answers }: QuizRound, taxa: ReadonlyMap<number, Taxon>): RoundResults {
  const groups = new Map<TaxonGroup, Score>();
  const results: RoundResults = { right: 0, of: 0, skipped: 0, groups: [], missed: [] };
  for (const [at, { taxon_id: id }] of questions.entries()) {
    const chosen = answers[at];
    if (chosen === 'skipped') results.skipped++;
    if (chosen == null || chosen === 'skipped') continue;
    const isRight = chosen === id;
    const group = readGroup(taxa.get(id) ?? { group: 'other' });
    const score = groups.get(group) ?? { right: 0, of: 0 };
    groups.set(group, score);
    for (const one of [results, score]) {
      one.of++;
      if (isRight) one.right++;
    }
    if (!isRight) results.missed.push(id);
  }
  results.groups = [...groups].map(([group, score]) => ({ group, ...score }));
  return results;
}

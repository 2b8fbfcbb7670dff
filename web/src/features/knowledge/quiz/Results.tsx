import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { leaveRound, type Quiz, type QuizRound } from '../../../local/guide/quiz';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/parts/taxon-row-props';
import { beginPractice } from './data';
import { scoreRound } from './results';
import classes from './Quiz.module.css';

interface Props {
  quiz: Quiz;
  round: QuizRound;
  taxa: ReadonlyMap<number, Taxon>;
}

export function Results({ quiz, round, taxa }: Props) {
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

import { Anchor, Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { leaveRound, type QuizRound } from '../../../local/guide/quiz';
import { creditLine } from '../../../shared/records/record-labels';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { speciesAddress, type Taxon, taxonPhoto } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { Photo } from '../../../ui/Photo';
import { ScientificName } from '../../../ui/ScientificName';
import { Description } from '../../species/data';
import { DistinctionOfTwo } from '../../species/page/DistinctionTable';
import { answerNow } from './data';
import classes from './Quiz.module.css';

interface Props {
  round: QuizRound;
  at: number;
  taxa: ReadonlyMap<number, Taxon>;
  onNext: () => void;
}

/** One question with four answers, then what distinguishes the species. The keys 1 to 4 answer while the focus is in it. */
export function Question({ round, at, taxa, onNext }: Props) {
  const { t } = useTranslation('knowledge');
  const language = useLanguage();
  const { taxon_id: id, options, asks } = round.questions[at]!;
  const chosen = round.answers[at] ?? null;
  const isPicture = round.mode === 'picture';
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isAnswered = chosen !== null;
  useEffect(() => {
    if (isAnswered) next.current?.focus();
  }, [isAnswered]);
  const section = useRef<HTMLElement>(null);
  useNumberKeys(section, isAnswered ? NO_OPTIONS : options, at);
  const taxon = taxa.get(id);
  const isLost = !taxon || (isPicture && !taxon.image_url);
  return (
    <section className={classes.question} ref={section} aria-labelledby="quiz-question">
      <p className={classes.hint}>
        {t('quiz.progress', { at: number(at + 1, language), of: number(round.questions.length, language) })}
        {round.is_practice && ` · ${t('quiz.practice')}`}
      </p>
      <h2 id="quiz-question" ref={heading} tabIndex={-1} className={classes.title}>
        {isPicture ? t('quiz.which_species') : t(`quiz.which_name.${asks}`)}
      </h2>
      {!isPicture && taxon && (
        <p className={classes.given}>
          {asks === 'scientific' ? taxon.name : <ScientificName name={taxon.scientific_name} rank={taxon.rank} />}
        </p>
      )}
      {isPicture && taxon?.image_url && (
        <figure className={classes.figure}>
          <div className={classes.picture}>
            <Photo
              photo={taxonPhoto(taxon.image_url)}
              alt={t('quiz.picture_alt')}
              fit="contain"
              isFirst
              fallback={<p className={classes.lost}>{t('quiz.picture_lost')}</p>}
            />
          </div>
          <figcaption className={classes.credit}>{taxon.image_attribution && creditLine(taxon.image_attribution)}</figcaption>
        </figure>
      )}
      <ol className={classes.options}>
        {options.map((option, place) => (
          <li key={option}>
            <button
              type="button"
              className={classes.option}
              disabled={isAnswered || isLost}
              data-state={!isAnswered ? undefined : option === id ? 'right' : option === chosen ? 'wrong' : undefined}
              onClick={() => answerNow(at, option)}
            >
              <span className={classes.key} aria-hidden>
                {place + 1}
              </span>
              <OptionName taxon={taxa.get(option)} asks={asks} />
              {isAnswered && option === id && <span className={classes.mark}>{t('quiz.right_answer')}</span>}
              {isAnswered && option === chosen && option !== id && <span className={classes.mark}>{t('quiz.your_answer')}</span>}
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        {isAnswered ? (
          <Button ref={next} onClick={onNext}>
            {t(at + 1 < round.questions.length ? 'quiz.next' : 'quiz.to_results')}
          </Button>
        ) : (
          (isPicture || isLost) && (
            <Button variant="subtle" onClick={() => answerNow(at, 'skipped')}>
              {t('quiz.skip')}
            </Button>
          )
        )}
        <Button variant="subtle" onClick={() => void leaveRound(currentDatabase())}>
          {t('quiz.stop')}
        </Button>
      </div>
      <div role="status">
        {isAnswered && taxon && <Feedback taxon={taxon} chosen={typeof chosen === 'number' ? taxa.get(chosen) : undefined} />}
      </div>
    </section>
  );
}

const NO_OPTIONS: readonly number[] = [];

/** The keys 1 to 4 answer while the focus is in the question, so that they disturb nothing else. */
function useNumberKeys(section: RefObject<HTMLElement | null>, options: readonly number[], at: number): void {
  useEffect(() => {
    const element = section.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const option = options[Number(event.key) - 1];
      if (option === undefined) return;
      event.preventDefault();
      answerNow(at, option);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [section, options, at]);
}

function OptionName({ taxon, asks }: { taxon: Taxon | undefined; asks: 'vernacular' | 'scientific' }) {
  if (!taxon) return <span>?</span>;
  const isScientific = asks === 'scientific' || taxon.name === taxon.scientific_name;
  return (
    <span className={classes.optionName}>
      {isScientific ? <ScientificName name={taxon.scientific_name} rank={taxon.rank} /> : taxon.name}
    </span>
  );
}

/** Whether the answer was right, and what distinguishes the species, from the chosen one too if that is described. `chosen` is missing for a skipped question. */
function Feedback({ taxon, chosen }: { taxon: Taxon; chosen: Taxon | undefined }) {
  const { t } = useTranslation('knowledge');
  const isRight = chosen?.id === taxon.id;
  const verdict = chosen ? t(isRight ? 'quiz.right' : 'quiz.wrong', { name: taxon.name }) : t('quiz.skipped', { name: taxon.name });
  return (
    <div className={classes.feedback}>
      <p className={classes.verdict} data-state={chosen && (isRight ? 'right' : 'wrong')}>
        {verdict}
      </p>
      {chosen && !isRight && <DistinctionOfTwo taxon={taxon} other={chosen} />}
      <Facts taxon={taxon} />
      {chosen && !isRight && (
        <>
          <Facts taxon={chosen} />
          <Anchor component={Link} to={`/knowledge?compare=${taxon.id},${chosen.id}`}>
            {t('quiz.compare')}
          </Anchor>
        </>
      )}
    </div>
  );
}

/** With its picture, as far as one is known. */
function Facts({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['knowledge', 'common', 'taxa']);
  return (
    <div>
      <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />
      <Description taxonId={taxon.id} />
    </div>
  );
}

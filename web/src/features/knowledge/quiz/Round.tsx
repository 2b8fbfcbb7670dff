import { useState } from 'react';
import type { Quiz, QuizRound } from '../../../local/guide/quiz';
import type { Taxon } from '../../../shared/taxa/data';
import { Question } from './Question';
import { Results } from './Results';

interface Props {
  quiz: Quiz;
  round: QuizRound;
  taxa: ReadonlyMap<number, Taxon>;
}

/** The questions of a round one after another, then its results. A reload continues at the first one without an answer. */
export function Round({ quiz, round, taxa }: Props) {
  const [at, setAt] = useState(() => firstOpen(round));
  const question = round.questions[at];
  if (!question) return <Results quiz={quiz} round={round} taxa={taxa} />;
  return <Question key={at} round={round} at={at} taxa={taxa} onNext={() => setAt(at + 1)} />;
}

function firstOpen({ answers }: QuizRound): number {
  const open = answers.indexOf(null);
  return open === -1 ? answers.length : open;
}

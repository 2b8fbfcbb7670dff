import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useTaxa } from '../../../shared/taxa/data';
import { useQuiz } from './data';
import { QuizStart } from './QuizStart';
import { Round } from './Round';

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

import { answerText, type Answer, type NotificationTexts, type Question, questionText } from '@veld/contract';
import { useTranslation } from 'react-i18next';

/** Questions and answers in words, which notifications say too. */
export function useWords() {
  const { t } = useTranslation(['notifications', 'common']);
  const texts: NotificationTexts = (key, values) => t(key, { ...values });
  return {
    sayQuestion: (question: { question: Question; text: string }) => questionText(question, texts),
    sayAnswer: (answer: { answer: Answer; text: string }) => answerText(answer, texts),
  };
}

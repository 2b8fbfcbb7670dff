import { useTranslation } from 'react-i18next';
import { Introductions } from '../../motivation/Introductions';
import { Section, type SectionProps } from '../Section';

export function IntroductionsSection({ id, title }: SectionProps) {
  const { t } = useTranslation('motivation');
  return (
    <Section id={id} title={title} lead={t('wizard.lead')}>
      <Introductions />
    </Section>
  );
}

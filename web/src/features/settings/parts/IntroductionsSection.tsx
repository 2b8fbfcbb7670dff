import { Introductions } from '../../motivation/Introductions';
import { Section, type SectionProps } from '../Section';

export function IntroductionsSection({ id, title }: SectionProps) {
  return (
    <Section id={id} title={title}>
      <Introductions />
    </Section>
  );
}

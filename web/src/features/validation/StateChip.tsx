import { IconCircleCheck, IconCircleDashed, IconCircleX, IconMessageQuestion, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { ValidationState } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusChipProps } from '../../ui/StatusChip';

const LOOKS: Record<ValidationState, { tone: StatusChipProps['tone']; Icon: typeof IconCircleCheck }> = {
  unverified: { tone: 'quiet', Icon: IconCircleDashed },
  plausible: { tone: 'quiet', Icon: IconCircleCheck },
  accepted: { tone: 'safe', Icon: IconRosetteDiscountCheck },
  accepted_by_evidence: { tone: 'safe', Icon: IconRosetteDiscountCheck },
  asked: { tone: 'care', Icon: IconMessageQuestion },
  unable: { tone: 'care', Icon: IconCircleX },
  incorrect: { tone: 'trouble', Icon: IconCircleX },
};

/** What validators say of a record, in words. */
export function StateChip({ state }: { state: ValidationState }) {
  const { t } = useTranslation('notifications');
  const { tone, Icon } = LOOKS[state];
  return <StatusChip tone={tone} icon={<Icon size={18} aria-hidden />} label={t(`validation.${state}`)} />;
}

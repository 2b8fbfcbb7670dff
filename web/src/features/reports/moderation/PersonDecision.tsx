import { Alert, Button, Chip, Textarea, TextInput } from '@mantine/core';
import { isOneOf, MAX_REPORT_TEXT, PERSON_ACTIONS, type PersonStanding, RESTRICTIONS } from '@veld/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, number } from '../../../i18n/format';
import { useFormErrorText } from '../../../shared/session/form';
import { useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import classes from './CaseDialog.module.css';
import type { Decide } from './data';

type PersonAct = (typeof PERSON_ACTIONS)[number];

const DURATIONS = { day: { day: 1 }, week: { day: 7 }, month: { month: 1 } } as const satisfies Record<
  string,
  { day?: number; month?: number }
>;
type Duration = keyof typeof DURATIONS;
const LENGTHS = ['lifted', 'day', 'week', 'month', 'date'] as const;

interface Props {
  name: string;
  /** How they are restricted now. */
  now: Pick<PersonStanding, 'standing' | 'until'>;
  decide: Decide;
  onDecided: () => void;
}

/** Warns, limits, suspends or reinstates a person: first what, then how long, then why. */
export function PersonDecision({ name, now, decide, onDecided }: Props) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const formErrorOf = useFormErrorText();
  const [action, setAction] = useState<PersonAct | null>(null);
  const [note, setNote] = useState('');
  const [until, setUntil] = useState<Date | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const isRestriction = action !== null && isOneOf(RESTRICTIONS, action);
  const isMissing = action !== 'reinstate' && note.trim() === '';
  const isLong = note.trim().length > MAX_REPORT_TEXT;
  const run = () => {
    if (!action || isMissing || isLong) return;
    setBusy(true);
    setErrorText(null);
    decide({ action, note, until: isRestriction ? until : null })
      .then(onDecided, (error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setBusy(false));
  };
  const day = (at: Date | string) => formatDate(new Date(at), language, { dateStyle: 'long' });
  return (
    <section className={classes.decision} aria-label={t('person.title', { name })}>
      <SectionTitle level={3}>{t('person.title', { name })}</SectionTitle>
      {now.standing && (
        <p className={classes.quiet}>
          <span>{t(`person.now.${now.standing}`)}</span>
          {now.until && <span>{t('person.ends', { day: day(now.until) })}</span>}
        </p>
      )}
      <div className={classes.buttons} role="group" aria-label={t('person.title', { name })}>
        {listPersonActs(now).map((each) => (
          <Button
            key={each}
            variant={each === action ? 'filled' : 'default'}
            aria-pressed={each === action}
            onClick={() => setAction(each)}
          >
            {t(STANDING_OF[each] === now.standing && now.standing ? 'person.change_end' : `person.act.${each}`)}
          </Button>
        ))}
      </div>
      {action && (
        <>
          <p className={classes.about}>{t(`person.about.${action}`)}</p>
          {isRestriction && <Length until={until} onUntil={setUntil} />}
          {isRestriction && until && <p className={classes.about}>{t('person.ends', { day: day(until) })}</p>}
          <Textarea
            label={t('person.reason')}
            description={t('person.reason_hint')}
            autosize
            minRows={2}
            maxRows={8}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={isLong ? t('too_long', { max: MAX_REPORT_TEXT }) : undefined}
          />
          {errorText && (
            <Alert color="brick" role="alert">
              {errorText}
            </Alert>
          )}
          <div className={classes.buttons}>
            <Button color={action === 'reinstate' ? 'moss' : 'brick'} loading={isBusy} disabled={isMissing} onClick={run}>
              {t(`person.confirm.${action}`)}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** What can be done about a person who stands so. A restriction can get another end. */
function listPersonActs({ standing }: Props['now']): readonly PersonAct[] {
  return standing ? PERSON_ACTIONS : PERSON_ACTIONS.filter((one) => one !== 'reinstate');
}

const STANDING_OF: Record<PersonAct, PersonStanding['standing']> = {
  warn: null,
  limit: 'limited',
  suspend: 'suspended',
  reinstate: null,
};

/** Until a moderator lifts it, for a while, or until a day. */
function Length({ until, onUntil }: { until: Date | null; onUntil: (until: Date | null) => void }) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const labelId = useId();
  const [chosen, setChosen] = useState<(typeof LENGTHS)[number]>(until ? 'date' : 'lifted');
  const choose = (value: string) => {
    if (!isOneOf(LENGTHS, value)) return;
    setChosen(value);
    onUntil(value === 'lifted' || value === 'date' ? null : after(value, new Date()));
  };
  const [tomorrow] = useState(() => after('day', new Date()));
  return (
    <>
      <div className={classes.length}>
        <span id={labelId} className={classes.label}>
          {t('person.how_long')}
        </span>
        <Chip.Group value={chosen} onChange={choose}>
          <div className={classes.buttons} role="radiogroup" aria-labelledby={labelId}>
            {LENGTHS.map((one) => (
              <Chip key={one} value={one}>
                {one === 'lifted'
                  ? t('person.until.lifted')
                  : one === 'date'
                    ? t('person.until.date')
                    : number(1, language, { style: 'unit', unit: one, unitDisplay: 'long' })}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </div>
      {chosen === 'date' && (
        <TextInput
          type="date"
          label={t('person.until.day')}
          min={toDay(tomorrow)}
          onChange={(event) => onUntil(readDay(event.currentTarget.value))}
        />
      )}
    </>
  );
}

/** A while after a time, at the same time of day. */
function after(duration: Duration, from: Date): Date {
  const { day = 0, month = 0 }: { day?: number; month?: number } = DURATIONS[duration];
  const at = new Date(from);
  at.setMonth(at.getMonth() + month, at.getDate() + day);
  return at;
}

const toDay = (at: Date) => [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The beginning of a day here; null for what is not one. */
function readDay(value: string): Date | null {
  const at = new Date(`${value}T00:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

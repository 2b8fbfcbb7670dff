import { Button, Modal, Textarea } from '@mantine/core';
import { IconLeaf } from '@tabler/icons-react';
import { formatMention, formatSpeciesLink, MAX_COMMENT, type MentionedPerson, parseCommentParts, type TaxonSummary } from '@veld/contract';
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import type { CommentDraft } from '../../local/device/comment-draft';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { useLanguage } from '../../shared/session/session';
import { TaxonSearch } from '../../shared/taxon-search/TaxonSearch';
import { Avatar } from '../../ui/avatar/Avatar';
import { useFocusBack } from '../../ui/steady-focus';
import { useMentionable } from './data';
import classes from './CommentForm.module.css';

/** From here on, the form says how many characters are left. */
const FEW_LEFT = 200;

export const NOTHING: Composed = { text: '', people: [], species: [] };

interface Props {
  /** What is edited, or begun before. */
  start: Composed;
  /** Called with every change. */
  onChange?: ((composed: Composed) => void) | undefined;
  people: readonly MentionedPerson[];
  /** Gets the text as it is stored and the people in it. Resolves once it is on the device. */
  onSave: (text: string, people: readonly MentionedPerson[]) => Promise<boolean>;
  onCancel?: (() => void) | undefined;
}

/** Writes a comment, or edits one if it can be cancelled. */
export function CommentForm({ start, onChange, people, onSave, onCancel }: Props) {
  const t = useRecordTranslation('comments');
  const language = useLanguage();
  const { field, ...form } = useComposed(start, onChange);
  const [isBusy, setBusy] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const text = storedText(form.composed).trim();
  const left = MAX_COMMENT - text.length;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (text === '' || left < 0 || isBusy) return;
    setBusy(true);
    const isSaved = await onSave(text, form.composed.people);
    setBusy(false);
    if (isSaved && !onCancel) form.clear();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <Mentions form={form} field={field} people={people} label={t(onCancel ? 'comments:edit_label' : 'comments:write')} />
      {left < FEW_LEFT && (
        <p className={classes.left} data-over={left < 0 || undefined} role="status">
          {t('comments:left', { number: number(left, language) })}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" leftSection={<IconLeaf size={20} aria-hidden />} onClick={() => setAdding(true)}>
          {t('comments:add_species')}
        </Button>
        <span className={classes.end}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('common:action.cancel')}
            </Button>
          )}
          <Button type="submit" disabled={text === '' || left < 0} loading={isBusy}>
            {t(onCancel ? 'common:action.save' : 'comments:post')}
          </Button>
        </span>
      </div>
      {isAdding && (
        <AddSpecies
          onChoose={({ scientific_name: name, id }) => {
            setAdding(false);
            form.change(withSpecies(form.composed, form.cursor(), { name, id }));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </form>
  );
}

/** The text with its cursor, which moves when something is inserted. */
function useComposed(start: Composed, onChange: Props['onChange']) {
  const [composed, store] = useState(start);
  const setComposed = (next: Composed) => {
    store(next);
    onChange?.(next);
  };
  const [cursor, setCursor] = useState(start.text.length);
  const field = useRef<HTMLTextAreaElement>(null);
  const moved = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (moved.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(moved.current, moved.current);
    moved.current = null;
  }, [composed]);
  return {
    composed,
    field,
    typed: typedName(composed.text, cursor),
    cursor: () => cursor,
    type: (text: string, at: number) => {
      setComposed({ ...composed, text });
      setCursor(at);
    },
    moveTo: setCursor,
    change: (next: { composed: Composed; cursor: number }) => {
      moved.current = next.cursor;
      setComposed(next.composed);
      setCursor(next.cursor);
    },
    clear: () => {
      setComposed(NOTHING);
      setCursor(0);
    },
  };
}

interface MentionsProps {
  form: Omit<ReturnType<typeof useComposed>, 'field'>;
  field: RefObject<HTMLTextAreaElement | null>;
  people: readonly MentionedPerson[];
  label: string;
}

/** The text field, with the people whose name is being typed after an @. */
function Mentions({ form, field, people, label }: MentionsProps) {
  const t = useRecordTranslation('comments');
  const [closed, setClosed] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isChosen = form.composed.people.some(({ name }) => form.typed?.startsWith(`${name} `));
  const typed = isChosen || form.typed === closed ? null : form.typed;
  const found = useMentionable(typed, people);
  const choose = (person: MentionedPerson) => {
    setActive(0);
    form.change(withMention(form.composed, form.cursor(), person));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) return;
    const at = Math.min(active, found.length - 1);
    if (event.key === 'ArrowDown') setActive((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((at + found.length - 1) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[at]!);
    else if (event.key === 'Escape') setClosed(form.typed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        description={t('comments:hint')}
        autosize
        minRows={2}
        maxRows={10}
        value={form.composed.text}
        onChange={({ currentTarget: { value, selectionEnd } }) => form.type(value, selectionEnd)}
        onSelect={({ currentTarget: { selectionEnd } }) => form.moveTo(selectionEnd)}
        onKeyDown={onKeyDown}
        aria-autocomplete="list"
      />
      <People people={found} active={Math.min(active, found.length - 1)} onChoose={choose} />
    </div>
  );
}

/** Finds a species in the taxonomy on this device. */
function AddSpecies({ onChoose, onClose }: { onChoose: (taxon: TaxonSummary) => void; onClose: () => void }) {
  useFocusBack();
  const t = useRecordTranslation('comments');
  const titleId = useId();
  return (
    <Modal opened onClose={onClose} title={t('comments:add_species')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p id={titleId}>{t('comments:species_name')}</p>
      <TaxonSearch labelledBy={titleId} onChoose={onChoose} quick={null} />
    </Modal>
  );
}

interface PeopleProps {
  people: readonly MentionedPerson[];
  active: number;
  onChoose: (person: MentionedPerson) => void;
}

/** People to mention. The focus stays in the text, whose arrow keys go through them; their number is announced. */
function People({ people, active, onChoose }: PeopleProps) {
  const { t } = useTranslation('comments');
  return (
    <div role="status">
      {people.length > 0 && (
        <ul className={classes.list} aria-label={t('people')}>
          {people.map((person, index) => (
            <li key={person.id}>
              <button
                type="button"
                className={classes.person}
                data-active={index === active || undefined}
                // The text keeps its focus and cursor.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(person)}
              >
                <Avatar person={person} />
                <span dir="auto" className={classes.name}>
                  {person.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the person writes, which shows names where the stored text has ids. */
type Composed = CommentDraft;
type LinkedSpecies = Composed['species'][number];

/** The text as it is stored. A name that is only part of a longer word mentions nobody. */
export function storedText({ text, people, species }: Composed): string {
  const linked = species.reduce(
    (so_far, { name, id }) => so_far.replaceAll(formatSpeciesLink(name, null), formatSpeciesLink(name, id)),
    text,
  );
  // The longest names first, so that "Ann" does not take the beginning of "Ann Lee".
  const byLength = people.filter(({ name }) => name !== '').toSorted((one, other) => other.name.length - one.name.length);
  return byLength.reduce(
    (so_far, { id, name }) => so_far.replaceAll(new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}_])`, 'gu'), formatMention(id)),
    linked,
  );
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A stored text for editing. The mention of somebody without a name stays as it is. */
export function makeComposed(stored: string, mentions: readonly MentionedPerson[]): Composed {
  const names = new Map(mentions.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
  const species: LinkedSpecies[] = [];
  const text = parseCommentParts(stored).map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'link') return part.address;
    if (part.kind === 'mention') return names.has(part.id) ? `@${names.get(part.id)}` : formatMention(part.id);
    // Two species of one name keep their ids.
    const isTaken = species.some(({ name, id }) => name === part.name && id !== part.id);
    if (part.id === null || isTaken) return formatSpeciesLink(part.name, part.id);
    species.push({ name: part.name, id: part.id });
    return formatSpeciesLink(part.name, null);
  });
  return { text: text.join(''), people: mentions.filter(({ name }) => name !== ''), species };
}

/** The beginning of a name of up to three words that is being typed after an @ before the cursor; null if there is none. */
export function typedName(text: string, cursor: number): string | null {
  return /(?:^|[\s(])@(?<name>[^\s@[\]]{1,40}(?: [^\s@[\]]{1,40}){0,2} ?)$/u.exec(text.slice(0, cursor))?.groups!.name ?? null;
}

/** Replaces the name that is being typed with that of a person, and adds a space. */
export function withMention(composed: Composed, cursor: number, person: MentionedPerson): { composed: Composed; cursor: number } {
  const typed = typedName(composed.text, cursor) ?? '';
  const before = `${composed.text.slice(0, cursor - typed.length)}${person.name} `;
  return {
    composed: { ...composed, text: before + composed.text.slice(cursor), people: [...composed.people, person] },
    cursor: before.length,
  };
}

/** Adds a link to a species at the cursor. */
export function withSpecies(composed: Composed, cursor: number, species: LinkedSpecies): { composed: Composed; cursor: number } {
  const before = composed.text.slice(0, cursor);
  const gap = before === '' || /\s$/u.test(before) ? '' : ' ';
  const start = `${before}${gap}${formatSpeciesLink(species.name, null)} `;
  return {
    composed: { ...composed, text: start + composed.text.slice(cursor), species: [...composed.species, species] },
    cursor: start.length,
  };
}

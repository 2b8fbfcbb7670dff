import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Comments } from '../features/comments/Comments';
import RecordActions from '../features/comments/RecordActions';
import type { ShownComment } from '../features/comments/shown-comments';
import { AskExpert } from '../features/messages/AskExpert';
import { canBeIdentified } from '../features/identifications/data';
import { Identifications } from '../features/identifications/Identifications';
import type { ShownIdentification } from '../features/identifications/merge';
import { Votes } from '../features/identifications/votes/Votes';
import ObservationScreen from '../features/observations/ObservationScreen';
import { RecordMenu } from '../features/observations/page/RecordMenu';
import type { RelatedPerson } from '../features/relations/data';
import { HiddenNote, ReviewButton } from '../features/reports/HiddenNote';
import { ReportButton } from '../features/reports/ReportButton';
import { ValidationSection } from '../features/validation/ValidationSection';
import { type AnyObservation, isOwn } from '../shared/records/record-labels';
import { useUser } from '../shared/session/session';
import classes from './ObservationPage.module.css';

/** The page of a record, with what people say that it shows and what they say about it. */
export default function ObservationPage() {
  return <ObservationScreen more={Replies} notice={Notice} />;
}

function Notice({ record }: { record: AnyObservation }) {
  return isOwn(record) && record.version > 0 ? <HiddenNote kind="observation" id={record.id} /> : null;
}

function Replies({ record }: { record: AnyObservation }) {
  return (
    <>
      <RecordActions record={record} isLabelled>
        <RecordMenu id={record.id}>
          {!isOwn(record) && <ReportButton kind="observation" id={record.id} person={personOf(record.user)} look="menu" />}
        </RecordMenu>
      </RecordActions>
      <HashTarget id="identifications">
        <Identifications record={record} more={MoreOfIdentification} />
        <AskExpert record={record} />
      </HashTarget>
      <HashTarget id="votes">{canBeIdentified(record) && <Votes record={record} />}</HashTarget>
      <HashTarget id="validation">
        <ValidationSection record={record} />
      </HashTarget>
      <HashTarget id="comments">
        <Comments record={record} more={MoreOfComment} />
      </HashTarget>
    </>
  );
}

/** Who can be blocked; nobody for accounts that were closed. */
function personOf({ id, name, is_pro, is_former }: AnyObservation['user']): RelatedPerson | undefined {
  return name === '' || is_former ? undefined : { id, name, is_pro };
}

function MoreOfComment({ one }: { one: ShownComment }) {
  const me = useUser();
  return one.user.id === me.id ? (
    <HiddenNote kind="comment" id={one.id} />
  ) : (
    <ReportButton kind="comment" id={one.id} person={personOf(one.user)} look="small" />
  );
}

function MoreOfIdentification({ one, record }: { one: ShownIdentification; record: AnyObservation }) {
  const me = useUser();
  if (one.is_unseen) return isOwn(record) && <ReviewButton id={one.id} />;
  return one.user.id === me.id ? (
    <HiddenNote kind="identification" id={one.id} />
  ) : (
    <ReportButton kind="identification" id={one.id} person={personOf(one.user)} look="small" />
  );
}

/** A part of a page that addresses with `#id` lead to, also when it appears later than the page. */
function HashTarget({ id, children }: { id: string; children: ReactNode }) {
  const { hash, key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== `#${id}`) return undefined;
    box.current?.focus({ preventScroll: true });
    return keepInView(box.current!);
  }, [hash, id, key]);
  return (
    <div ref={box} id={id} tabIndex={-1} className={classes.target}>
      {children}
    </div>
  );
}

const SETTLED_MS = 4000;
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps the start of an element in view while what is above it still loads, until the person moves the page. */
function keepInView(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'start' });
  show();
  const ended = new AbortController();
  const resized = new ResizeObserver(show);
  resized.observe(document.body);
  const end = () => {
    resized.disconnect();
    clearTimeout(timer);
    ended.abort();
  };
  const timer = setTimeout(end, SETTLED_MS);
  for (const move of OWN_MOVES) window.addEventListener(move, end, { signal: ended.signal, passive: true });
  return end;
}

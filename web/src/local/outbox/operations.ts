import {
  badgeSeen,
  type CallInput,
  deleteComment,
  deleteEmptyObservations,
  deleteObservation,
  deleteRelation,
  deleteSavedPlace,
  deleteSpeciesNote,
  deleteTileRequest,
  deleteWantedTaxon,
  joinProject,
  leaveProject,
  muteRecord,
  patchPreferences,
  postMySpeciesImage,
  putAppeal,
  putComment,
  putFeedback,
  putIdentification,
  putObservation,
  putReaction,
  putRelation,
  putReport,
  putSavedPlace,
  putSpeciesNote,
  putWantedTaxon,
  readAllNotifications,
  readNotification,
  type Route,
  toastSeen,
  unmuteRecord,
  UPLOADS_PATH,
  withdrawIdentification,
  wizardSeen,
  xpSeen,
} from '@veld/contract';
import { z } from 'zod/mini';
import type { ItemKind, OutboxItem } from '../db/rows';

/*
 * Every operation that can wait in the outbox, each declared once. A new one is one more entry of `operations`
 * and its texts. Stored items name their operation by its route, so items of earlier versions map onto these declarations.
 */

/** Version of the format of an item's input. Increase it when stored items have to be read differently. */
export const CONTRACT_VERSION = 1;

/**
 * What the device updates once the server has accepted the operation (`reconcile.ts`): the record for `save` and `deletion`,
 * the photo for `upload`, the account for `user`, nothing for `none`.
 */
type Reconciliation = 'save' | 'deletion' | 'upload' | 'user' | 'none';

export interface Operation {
  /** As stored in each item. Operations without a record of their own are of the kind `call`. */
  kind: ItemKind;
  /** Its `params` and `body` schemas describe the payload. */
  route: Pick<Route, 'method' | 'path' | 'body'>;
  /** Lower ranks are sent first; items of one rank in the order they were made. */
  rank: OutboxItem['rank'];
  reconcile: Reconciliation;
  /** What it changes may be gone on the server (404), and then nothing is left to do. */
  mayBeGone?: true;
  /** An older or newer server may not know what it names (422), and then nothing is left to do. */
  mayBeUnknown?: true;
  /** What goes into the query, from when the operation was made, in milliseconds. */
  query?: (madeAt: number) => Readonly<Record<string, string>>;
  /** Last part of the keys of its texts on the outbox screen: `kind.*`, `discard.*`, `discard_text.*`; of calls also `group.*`. */
  label: string;
}

/** What a caller passes to `enqueue`. */
export type PayloadOf<R extends Route> = Pick<CallInput<R>, 'params' | 'body'>;

export interface CallOperation<R extends Route = Route, Label extends string = string> extends Operation {
  kind: 'call';
  route: R;
  label: Label;
  /** Identifies what the call changes. Only the newest unsent call of a subject is kept. */
  subject: (payload: PayloadOf<R>) => string;
}

function call<R extends Route, const Label extends string>(
  route: R,
  facts: Pick<CallOperation<R, Label>, 'reconcile' | 'label' | 'subject' | 'query' | 'mayBeGone' | 'mayBeUnknown'>,
): CallOperation<R, Label> {
  return { kind: 'call', route, rank: 0, ...facts };
}

export const FEEDBACK_SUBJECT = 'feedback:';
export const PLACE_SUBJECT = 'saved_place:';
export const WANTED_SUBJECT = 'wanted:';
export const SPECIES_NOTE_SUBJECT = 'species_note:';
export const SPECIES_IMAGE_SUBJECT = 'species_image:';
export const REPORT_SUBJECT = 'report:';
/** Followed by the id of the taxon. */
export const TICKS_SUBJECT = 'ticks:';
/** Followed by the kind and the id of what is hidden. */
export const APPEAL_SUBJECT = 'appeal:';
/** Followed by the kind of the relation and the id of the other person. */
export const RELATION_SUBJECT = 'relation:';
/** Followed by the id of the project. */
export const PROJECT_SUBJECT = 'project:';
/** Followed by the id of the journey. */
export const JOURNEY_SUBJECT = 'journey:';
/** Followed by the id of the record, of which the person has one identification. */
export const IDENTIFICATION_SUBJECT = 'identification:';
/** Followed by the id of the record, to which the person has one reaction. */
export const REACTION_SUBJECT = 'reaction:';
/** Followed by the id of the entry, or `all`. */
export const NOTIFICATION_SUBJECT = 'notification:';
/** Followed by the id of the record. */
export const MUTE_SUBJECT = 'notification_mute:';
/** Followed by the id of the offline map. */
export const TILE_REQUEST_SUBJECT = 'tile_request:';
/** Followed by the ids of the record and of the comment, with a colon between them. */
export const COMMENT_SUBJECT = 'comment:';

/** The item says which journey has something new; what that is, fields, points or its deletion, is read when it is sent. */
const journeyRoute = {
  method: 'PUT',
  path: '/api/journeys/:id',
  summary: 'A journey with its points',
  params: z.object({ id: z.string() }),
  replies: { 200: null },
} as const satisfies Route;

export const operations = {
  putObservation: { kind: 'record', route: putObservation, rank: 1, reconcile: 'save', label: 'record' },
  deleteObservation: { kind: 'deletion', route: deleteObservation, rank: 1, reconcile: 'deletion', label: 'deletion' },
  /** Sent by tus in several requests (`upload.ts`). Rank 2 once the server has the record of the photo. */
  uploadPhoto: { kind: 'photo', route: { method: 'POST', path: UPLOADS_PATH }, rank: 3, reconcile: 'upload', label: 'photo' },
  putPreference: call(patchPreferences, {
    reconcile: 'user',
    label: 'setting',
    subject: ({ body }) => `preference:${Object.keys(body).join()}`,
    // Of two devices the last choice wins, not the last request.
    query: (madeAt) => ({ changed_at: new Date(madeAt).toISOString() }),
  }),
  markXpSeen: call(xpSeen, { reconcile: 'user', label: 'setting', subject: () => 'xp' }),
  markBadgeSeen: call(badgeSeen, { reconcile: 'user', label: 'setting', subject: ({ body }) => `badge:${body.badge}`, mayBeUnknown: true }),
  markToastSeen: call(toastSeen, { reconcile: 'user', label: 'setting', subject: ({ body }) => `toast:${body.toast}`, mayBeUnknown: true }),
  markWizardSeen: call(wizardSeen, {
    reconcile: 'user',
    label: 'setting',
    subject: ({ body }) => `wizard:${body.wizard}`,
    mayBeUnknown: true,
  }),
  putSavedPlace: call(putSavedPlace, { reconcile: 'none', label: 'saved_place', subject: ({ params }) => PLACE_SUBJECT + params.id }),
  deleteSavedPlace: call(deleteSavedPlace, { reconcile: 'none', label: 'saved_place', subject: ({ params }) => PLACE_SUBJECT + params.id }),
  putWantedTaxon: call(putWantedTaxon, { reconcile: 'none', label: 'wanted', subject: ({ params }) => WANTED_SUBJECT + params.taxon_id }),
  deleteWantedTaxon: call(deleteWantedTaxon, {
    reconcile: 'none',
    label: 'wanted',
    subject: ({ params }) => WANTED_SUBJECT + params.taxon_id,
  }),
  putSpeciesNote: call(putSpeciesNote, {
    reconcile: 'none',
    label: 'species_note',
    subject: ({ params }) => SPECIES_NOTE_SUBJECT + params.taxon_id,
  }),
  deleteSpeciesNote: call(deleteSpeciesNote, {
    reconcile: 'none',
    label: 'species_note',
    subject: ({ params }) => SPECIES_NOTE_SUBJECT + params.taxon_id,
  }),
  chooseSpeciesImage: call(postMySpeciesImage, {
    reconcile: 'none',
    label: 'species_image',
    subject: ({ body }) => SPECIES_IMAGE_SUBJECT + body.taxon_id,
  }),
  deleteTicks: call(deleteEmptyObservations, {
    reconcile: 'none',
    label: 'tick_removal',
    subject: ({ params }) => TICKS_SUBJECT + params.id,
  }),
  putIdentification: call(putIdentification, {
    reconcile: 'none',
    label: 'identification',
    subject: ({ params }) => IDENTIFICATION_SUBJECT + params.id,
  }),
  withdrawIdentification: call(withdrawIdentification, {
    reconcile: 'none',
    label: 'identification_withdrawal',
    subject: ({ params }) => IDENTIFICATION_SUBJECT + params.id,
    mayBeGone: true,
  }),
  putReaction: call(putReaction, {
    reconcile: 'none',
    label: 'reaction',
    subject: ({ params }) => REACTION_SUBJECT + params.id,
    mayBeGone: true,
  }),
  putComment: call(putComment, { reconcile: 'none', label: 'comment', subject: commentSubject }),
  deleteComment: call(deleteComment, { reconcile: 'none', label: 'comment_deletion', subject: commentSubject, mayBeGone: true }),
  putRelation: call(putRelation, { reconcile: 'none', label: 'relation', subject: relationSubject }),
  deleteRelation: call(deleteRelation, { reconcile: 'none', label: 'relation_end', subject: relationSubject }),
  /** In several requests (`send-journey.ts`), after smaller operations. */
  syncJourney: {
    ...call(journeyRoute, { reconcile: 'none', label: 'journey', subject: ({ params }) => JOURNEY_SUBJECT + params.id }),
    rank: 1,
  },
  joinProject: call(joinProject, { reconcile: 'none', label: 'project_join', subject: ({ params }) => PROJECT_SUBJECT + params.id }),
  leaveProject: call(leaveProject, { reconcile: 'none', label: 'project_leave', subject: ({ params }) => PROJECT_SUBJECT + params.id }),
  readNotification: call(readNotification, {
    reconcile: 'none',
    label: 'notification',
    subject: ({ params }) => NOTIFICATION_SUBJECT + params.id,
    mayBeGone: true,
  }),
  readAllNotifications: call(readAllNotifications, {
    reconcile: 'none',
    label: 'notification',
    subject: () => `${NOTIFICATION_SUBJECT}all`,
  }),
  muteRecord: call(muteRecord, {
    reconcile: 'none',
    label: 'notification_mute',
    subject: ({ params }) => MUTE_SUBJECT + params.id,
    mayBeGone: true,
  }),
  unmuteRecord: call(unmuteRecord, { reconcile: 'none', label: 'notification_mute', subject: ({ params }) => MUTE_SUBJECT + params.id }),
  deleteTileRequest: call(deleteTileRequest, {
    reconcile: 'none',
    label: 'tile_request_deletion',
    subject: ({ params }) => TILE_REQUEST_SUBJECT + params.id,
    mayBeGone: true,
  }),
  sendReport: call(putReport, { reconcile: 'none', label: 'report', subject: ({ params }) => REPORT_SUBJECT + params.id }),
  sendAppeal: call(putAppeal, {
    reconcile: 'none',
    label: 'appeal',
    subject: ({ body }) => `${APPEAL_SUBJECT}${body.subject_kind}:${body.subject_id}`,
  }),
  sendFeedback: call(putFeedback, { reconcile: 'none', label: 'feedback', subject: ({ params }) => FEEDBACK_SUBJECT + params.id }),
} as const satisfies Record<string, Operation>;

function relationSubject({ params }: { params: { kind: string; id: string } }): string {
  return `${RELATION_SUBJECT}${params.kind}:${params.id}`;
}

function commentSubject({ params }: { params: { id: string; comment: string } }): string {
  return `${COMMENT_SUBJECT}${params.id}:${params.comment}`;
}

type AnyOperation = (typeof operations)[keyof typeof operations];
export type OperationLabel = AnyOperation['label'];
export type CallLabel = Extract<AnyOperation, { kind: 'call' }>['label'];

/** The name under which items store their operation: `PUT /api/observations/:id`. */
export function routeKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

const byRoute: ReadonlyMap<string, AnyOperation> = new Map(Object.values(operations).map((one) => [routeKey(one.route), one]));

/** The declaration of a stored item; undefined if this version of the app does not know its route. */
export function findOperation(item: Pick<OutboxItem, 'route'>): AnyOperation | undefined {
  return byRoute.get(item.route);
}

/** Whether the server may no longer have what an item changes. */
export function mayBeGone(item: Pick<OutboxItem, 'route'>): boolean {
  const operation: Operation | undefined = findOperation(item);
  return operation?.mayBeGone === true;
}

/** Whether the server may not know what an item names. */
export function mayBeUnknown(item: Pick<OutboxItem, 'route'>): boolean {
  const operation: Operation | undefined = findOperation(item);
  return operation?.mayBeUnknown === true;
}

/** The label of an item; unknown routes get that of their kind. */
export function labelItem(item: Pick<OutboxItem, 'route' | 'kind'>): OperationLabel {
  return findOperation(item)?.label ?? (item.kind === 'call' ? 'setting' : item.kind);
}

/** The label of an item without a record. */
export function labelCall(item: Pick<OutboxItem, 'route'>): CallLabel {
  const operation = findOperation(item);
  return operation?.kind === 'call' ? operation.label : 'setting';
}

/** Validation errors of an item's body, as codes by field name; null if it is valid. */
export function bodyErrors(operation: Operation, input: OutboxItem['input']): Record<string, string[]> | null {
  const checked = operation.route.body?.safeParse(input.body);
  if (!checked || checked.success) return null;
  const errors: Record<string, string[]> = {};
  for (const issue of checked.error.issues) (errors[String(issue.path[0] ?? '')] ??= []).push(issue.message);
  return errors;
}

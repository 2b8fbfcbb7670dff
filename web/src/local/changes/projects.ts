import { deleteProjectNews, joinProject, leaveProject, type ProjectNewsWrite, putProjectNews } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call, hasOperation, readPayload } from '../outbox/operation';
import { itemsBySubject, listCalls, type PendingChange } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the project. */
const PROJECT_SUBJECT = 'project:';

/** Followed by the ids of the project and of the news, with a colon between them. */
const NEWS_SUBJECT = 'project_news:';
const newsSubject = ({ params }: { params: { id: string; news: string } }) => `${NEWS_SUBJECT}${params.id}:${params.news}`;

export const operations = {
  joinProject: call(joinProject, { label: 'project_join', subject: ({ params }) => PROJECT_SUBJECT + params.id }),
  leaveProject: call(leaveProject, { label: 'project_leave', subject: ({ params }) => PROJECT_SUBJECT + params.id }),
  putNews: call(putProjectNews, { label: 'project_news', subject: newsSubject }),
  deleteNews: call(deleteProjectNews, { label: 'project_news_removal', subject: newsSubject, mayBeGone: true }),
};

/** A project that the user joined or left, which the server may not have yet. */
export interface MembershipChange extends PendingChange {
  id: string;
  isOn: boolean;
}

/** Joins a project, with the secret of its link if it needs one, or leaves it. Resolves once it is stored on the device. */
export async function setMembership(
  database: UserDatabase,
  { id, isOn, invite }: Pick<MembershipChange, 'id' | 'isOn'> & { invite?: string | undefined },
  now = Date.now(),
): Promise<void> {
  const params = { id };
  await (isOn
    ? enqueue(database, operations.joinProject, { params, body: invite === undefined ? {} : { invite } }, now)
    : enqueue(database, operations.leaveProject, { params }, now));
  await afterEnqueue(database);
}

/** The changes that the server accepted since a time, then the unsent ones, in order. */
export async function membershipChanges(database: UserDatabase, since: number): Promise<MembershipChange[]> {
  return (await listCalls(database, PROJECT_SUBJECT, since)).map(({ route, subject, at, state }) => ({
    id: subject.slice(PROJECT_SUBJECT.length),
    isOn: hasOperation({ route }, operations.joinProject),
    at,
    state,
  }));
}

/** News that the user posted or removed, which the server may not know yet. */
export type NewsChange = PendingChange & { id: string } & (({ kind: 'post' } & ProjectNewsWrite) | { kind: 'removal' });

/** Posts news of a project. Resolves with its id once it is stored on the device. */
export async function postNews(
  database: UserDatabase,
  projectId: string,
  { text, notifies }: ProjectNewsWrite,
  now = Date.now(),
): Promise<string> {
  const id = newId();
  await enqueue(database, operations.putNews, { params: { id: projectId, news: id }, body: { text: text.trim(), notifies } }, now);
  await afterEnqueue(database);
  return id;
}

/** Removes news of a project: those that certainly never left the device without asking the server. */
export async function removeNews(database: UserDatabase, projectId: string, id: string, now = Date.now()): Promise<void> {
  const params = { id: projectId, news: id };
  const waiting = await itemsBySubject(database, newsSubject({ params }));
  const isOnlyHere = waiting.length > 0 && waiting.every(({ state, tries }) => state === 'waiting' && tries === 0);
  if (isOnlyHere)
    await database.write('deletion', [database.outbox], () => database.outbox.where('subject').equals(newsSubject({ params })).delete());
  else await enqueue(database, operations.deleteNews, { params }, now);
  await afterEnqueue(database);
}

/** The changes to the news of a project that the server accepted since a time, then the unsent ones, in order. */
export async function newsChanges(database: UserDatabase, projectId: string, since: number): Promise<NewsChange[]> {
  const prefix = `${NEWS_SUBJECT}${projectId}:`;
  return (await listCalls(database, prefix, since)).map((one) => {
    const { subject, at, state } = one;
    const post = readPayload(one, operations.putNews);
    const id = subject.slice(prefix.length);
    return post ? { id, at, state, kind: 'post', ...post.body } : { id, at, state, kind: 'removal' };
  });
}

import { POSITION_HEADER } from '@veld/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readAnywhere, readPosition, type Replica } from '../db/reading.ts';
import { Fault } from './fault.ts';

/** Runs the handler of a request, which decides where it reads and tells the caller how far the database is. */
export type AnswerFrom = <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) => Promise<T>;

declare module 'fastify' {
  interface FastifyInstance {
    answerFrom: AnswerFrom;
  }
}

/**
 * With a replica (decision 0098), a request that reads may be answered from it if it contains what the caller has written. What it does not
 * have is looked for on the primary before the answer is 404. The answer to a write has the position that later reads need. Without a
 * replica, all of this is left out.
 */
export function answerFrom(replica: Replica | null): AnswerFrom {
  if (!replica) return (_request, _reply, work) => work();
  const tellPosition = async (reply: FastifyReply) => {
    // What was asked is done. If the database went away since, the app reads what the replica has, which is at most READ_MAX_LAG behind.
    const position = await replica.findPosition().catch(() => null);
    if (position !== null && !reply.sent) void reply.header(POSITION_HEADER, position);
  };
  return async (request, reply, work) => {
    const given = request.headers[POSITION_HEADER];
    const after = typeof given === 'string' ? readPosition(given) : null;
    // A position before a failover or a restore says nothing about this log: the caller gets one that does.
    const isForeign = given !== undefined && after?.line !== replica.watch.line;
    if (request.method !== 'GET' || isForeign) {
      const answer = await work();
      await tellPosition(reply);
      return answer;
    }
    const { usedReplica, outcome } = await readAnywhere(after, work);
    if (outcome.status === 'fulfilled') return outcome.value;
    if (usedReplica && outcome.reason instanceof Fault && outcome.reason.code === 'not_found') return work();
    throw outcome.reason;
  };
}

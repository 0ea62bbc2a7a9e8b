import {
  ApiError,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@pandect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newUlid } from '../new-ulid.ts';
import type { IdempotencyStore } from '../teams/idempotency.ts';
import type { RateLimits, TakeCall } from '../teams/rate-limit.ts';
import type { Meter } from '../teams/usage.ts';
import { authenticate, type Credentials } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { goOn } from './go-on.ts';
import { atMostOnce } from './idempotency.ts';
import { limitRate } from './limit-rate.ts';
import { sendJson, sendNotModified } from './send-reply.ts';
import { UnderWay } from './under-way.ts';
import { checkPart, readQuery } from './validate.ts';
import { bodyText, encodeBody, type WireBody } from './wire-body.ts';

/** What an operation's handler is given: who calls, and the request in the contract's types. */
export interface Call<O extends Operation> {
  readonly caller: Caller;
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly bodyBytes: number;
  /** Whether the caller has hung up: nobody waits for the answer any more. */
  readonly isGone: () => boolean;
  /** Make new things under this ULID: a retried request then makes the same thing, not another. */
  readonly ulid: string;
}

export interface Answer<O extends Operation> {
  readonly status?: keyof O['replies'] & number;
  readonly body: ReplyOf<O>;
  /** The body as it is sent, where it is at hand already: as JSON text, or encoded, which is kept for others. */
  readonly sent?: string | WireBody;
  /** Strong entity tag without quotes, for conditional operations. */
  readonly etag?: string;
  /** Same reply without what must not be kept for replays. */
  readonly keepable?: ReplyOf<O>;
}

export type Handler<O extends Operation> = (call: Call<O>) => Promise<Answer<O>> | Answer<O>;

export interface RouteParts {
  readonly credentials: Credentials;
  readonly takeCall: TakeCall;
  readonly rateLimits: RateLimits;
  readonly meter: Meter;
  /** Throws when the team's credit budget is used up. */
  readonly checkBudget: (caller: Caller, credits: number) => Promise<void> | undefined;
  readonly idempotency: IdempotencyStore;
  readonly nowSeconds: () => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    operationId: string;
    bodyBytes: number;
  }
}

/** Mounts operations of the contract: each request reads top to bottom, refused at the first thing wrong. */
export function createMount(app: FastifyInstance, parts: RouteParts) {
  const underWay = new UnderWay();
  return function mount<O extends Operation>(operation: O, handler: Handler<O>): void {
    const success = Math.max(...Object.keys(operation.replies).map(Number));
    const limit = parts.rateLimits[operation.bucket];

    function admit(request: FastifyRequest): void | Promise<void> {
      return goOn(authenticate(request.headers, parts.credentials), (caller) => {
        request.caller = caller;
        if (!caller.scopes.includes(operation.scope)) {
          throw new ApiError('forbidden', `The credential lacks the scope ${operation.scope}.`, {
            details: { required: operation.scope, granted: [...caller.scopes] },
          });
        }
        const taken = limit && limitRate(request, parts.takeCall, caller.keyId, operation.bucket, limit);
        return goOn(taken, () => parts.checkBudget(caller, operation.credits));
      });
    }

    function answer(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
      const { caller, params, body, bodyBytes } = request;
      if (!caller) throw new Error('a request reached its handler without a caller');
      checkPart(operation.params, params);
      const query = readQuery(operation.query, rawQuery(request.url));
      checkPart(operation.query, query);
      if (operation.body) checkPart(operation.body, body);

      const isGone = () => request.raw.socket.destroyed;
      const handle = (ulid: string) =>
        // The checks above have just established the contract's types.
        handler({ caller, params, query, body, bodyBytes, ulid, isGone } as unknown as Call<O>);
      const isPost = operation.method === 'POST';
      const key = isPost ? request.headers['idempotency-key'] : undefined;
      if (typeof key === 'string') return answerOnce(key, handle, caller, request, reply);
      return goOn(handle(isPost ? newUlid() : ''), (made) => finish(request, reply, caller, made));
    }

    /** What was done is in the ledger before anyone is told. */
    async function finish(
      request: FastifyRequest,
      reply: FastifyReply,
      caller: Caller,
      made: Answer<O>,
    ): Promise<void> {
      const sent = wireBody(made);
      await meterCall(caller);
      if (made.etag !== undefined) {
        request.head.push('etag', `"${made.etag}"`, 'cache-control', 'private, no-cache');
        if (matches(request.headers['if-none-match'], made.etag)) return sendNotModified(reply);
      } else request.head.push('cache-control', 'no-store');
      sendJson(reply, made.status ?? success, sent);
    }

    /** The same for a request with an `Idempotency-Key`: it is done once, its reply repeated. */
    async function answerOnce(
      key: string,
      handle: (ulid: string) => Promise<Answer<O>> | Answer<O>,
      caller: Caller,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      let keepable: string | undefined;
      const once = await atMostOnce({
        store: parts.idempotency,
        caller,
        operation: operation.id,
        key,
        body: request.body,
        ulid: newUlid(),
        credits: operation.credits,
        nowSeconds: parts.nowSeconds,
        run: async (ulid) => {
          const made = await handle(ulid);
          if (made.keepable) keepable = JSON.stringify(made.keepable);
          return { status: made.status ?? success, text: bodyText(wireBody(made)) };
        },
        keep: (text) => keepable ?? text,
      });
      request.head.push('cache-control', 'no-store');
      if (once.replayed) request.head.push('idempotent-replayed', 'true');
      sendJson(reply, once.status, encodeBody(once.text));
    }

    const meterCall = (caller: Caller) =>
      parts.meter({
        teamId: caller.teamId,
        keyId: caller.keyId,
        operation: operation.id,
        credits: operation.credits,
      });

    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: (request, _reply, done) => {
        request.operationId = operation.id;
        // Refused before anything is looked up: a refusal must cost little, or refusing would be the overload.
        underWay.check();
        const later = underWay.count(() => admit(request));
        if (later) later.then(() => done(), done);
        else done();
      },
      handler: (request, reply) => underWay.count(() => answer(request, reply)),
    });
  };
}

export type Mount = ReturnType<typeof createMount>;

function wireBody({ body, sent }: Pick<Answer<Operation>, 'body' | 'sent'>): WireBody {
  if (sent === undefined) return encodeBody(JSON.stringify(body));
  return typeof sent === 'string' ? encodeBody(sent) : sent;
}

function rawQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** RFC 9110: `*`, or a list of tags; a weak tag of ours never exists, so a plain comparison is right. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${etag}"`);
}

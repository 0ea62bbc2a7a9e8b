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
import { atMostOnce } from './idempotency.ts';
import { limitRate } from './limit-rate.ts';
import { checkPart, readQuery } from './validate.ts';

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
  /** The body as it is sent, where it is at hand already: as bytes it need not be encoded again. */
  readonly sent?: string | Buffer;
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
export function createMount(
  app: FastifyInstance,
  parts: RouteParts,
  onMounted: (operationId: string) => void,
) {
  return function mount<O extends Operation>(operation: O, handler: Handler<O>): void {
    const success = Math.max(...Object.keys(operation.replies).map(Number));
    const limit = parts.rateLimits[operation.bucket];

    async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      request.operationId = operation.id;
      const caller = await authenticate(request.headers, parts.credentials);
      request.caller = caller;
      if (!caller.scopes.includes(operation.scope)) {
        throw new ApiError('forbidden', `The credential lacks the scope ${operation.scope}.`, {
          details: { required: operation.scope, granted: [...caller.scopes] },
        });
      }
      if (limit) await limitRate(reply, parts.takeCall, caller.keyId, operation.bucket, limit);
      const budget = parts.checkBudget(caller, operation.credits);
      if (budget) await budget;
    }

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { caller, params, body } = request;
      if (!caller) throw new Error('a request reached its handler without a caller');
      checkPart(operation.params, params);
      const query = readQuery(operation.query, rawQuery(request.url));
      checkPart(operation.query, query);
      if (operation.body) checkPart(operation.body, body);

      let etag: string | undefined;
      const run = async (id: string) => {
        const call = {
          caller,
          params,
          query,
          body,
          bodyBytes: request.bodyBytes,
          isGone: () => request.raw.socket.destroyed,
          ulid: id,
        };
        // The checks above have just established the contract's types.
        const made = await handler(call as unknown as Call<O>);
        etag = made.etag;
        return { status: made.status ?? success, sent: made.sent ?? JSON.stringify(made.body), made };
      };

      const key = request.headers['idempotency-key'];
      if (operation.method === 'POST' && typeof key === 'string') {
        let keepable: string | undefined;
        const once = await atMostOnce({
          store: parts.idempotency,
          caller,
          operation: operation.id,
          key,
          body,
          ulid: newUlid(),
          nowSeconds: parts.nowSeconds,
          run: async (id) => {
            const { status, sent, made } = await run(id);
            if (made.keepable) keepable = JSON.stringify(made.keepable);
            return { status, text: String(sent) };
          },
          keep: (text) => keepable ?? text,
        });
        if (once.replayed) reply.header('idempotent-replayed', 'true');
        else await meterCall(caller);
        return send(reply, once.status, once.text);
      }
      const { status, sent } = await run(operation.method === 'POST' ? newUlid() : '');
      await meterCall(caller);
      if (etag === undefined) return send(reply, status, sent);
      reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache');
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return send(reply, status, sent);
    }

    const meterCall = (caller: Caller) =>
      parts.meter({
        teamId: caller.teamId,
        keyId: caller.keyId,
        operation: operation.id,
        credits: operation.credits,
      });

    onMounted(operation.id);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: admit,
      handler: answer,
    });
  };
}

export type Mount = ReturnType<typeof createMount>;

function send(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
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

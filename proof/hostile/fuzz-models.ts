import { type Scope, scenarios, scopes, ticketStatuses } from '@pandect/contract';
import fc from 'fast-check';
import { faultOfReply } from './check-reply.ts';
import { type HttpClient, jsonRequest } from './http-client.ts';

/** What a team must look like from outside, if every reply so far was true. */
export interface TeamModel {
  /** Newest last; status and number of changes as they must be read. */
  readonly tickets: {
    readonly id: string;
    readonly ref: string | undefined;
    status: string;
    changes: number;
  }[];
  readonly jobs: { readonly id: string; final: string | undefined }[];
  readonly keys: {
    readonly id: string;
    readonly key: string;
    readonly scopes: readonly Scope[];
    revoked: boolean;
  }[];
}

/** A team of the service that only these sequences use. */
export interface RealTeam {
  readonly client: HttpClient;
  readonly key: string;
  /** A key of another team. */
  readonly strangerKey: string;
  /** Makes the references of each team its own. */
  readonly name: string;
  requests: number;
}

type Step = fc.AsyncCommand<TeamModel, RealTeam>;

/** Steps in any order; each says what the reply must be and what it changes. */
export function sequences(): fc.Arbitrary<Iterable<Step>> {
  const status = fc.constantFrom(...ticketStatuses);
  return fc.commands(
    [
      fc.option(fc.nat(5), { nil: undefined }).map((ref) => new ReportEvent(ref)),
      fc.tuple(fc.nat(), status).map(([which, to]) => new ChangeTicket(which, to)),
      fc.nat().map((which) => new RefusedChange(which)),
      fc.nat().map((which) => new ReadTicket(which)),
      fc.constantFrom('screen', 'risk').map((kind) => new SubmitJob(kind)),
      fc.nat().map((which) => new ReadJob(which)),
      fc.subarray([...scopes], { minLength: 1 }).map((granted) => new MakeKey(granted)),
      fc.tuple(fc.nat(), fc.constantFrom(...scopes)).map(([which, scope]) => new UseKey(which, scope)),
      fc.nat().map((which) => new RevokeKey(which)),
      fc
        .tuple(fc.constantFrom('tickets' as const, 'jobs' as const), fc.integer({ min: 1, max: 4 }))
        .map(([list, limit]) => new PageThrough(list, limit)),
      fc.nat(3).map((kind) => new MisuseCursor(kind)),
    ],
    { maxCommands: 25, size: 'max' },
  );
}

async function call(
  real: RealTeam,
  method: string,
  path: string,
  body?: unknown,
  more: { readonly key?: string; readonly bearer?: string } = {},
) {
  real.requests++;
  const headers = more.bearer === undefined ? {} : { authorization: `Bearer ${more.bearer}` };
  const key = more.bearer === undefined ? (more.key ?? real.key) : undefined;
  const reply = await real.client.send(jsonRequest(key, method, `/api/v1/${path}`, body, headers));
  const fault = reply.status >= 400 ? faultOfReply(reply, undefined) : undefined;
  if (fault !== undefined) throw new Error(`${method} ${path}: ${fault}`);
  return { status: reply.status, text: reply.text, body: JSON.parse(reply.text) };
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}

abstract class Command implements Step {
  check(_model: Readonly<TeamModel>): boolean {
    return true;
  }
  abstract run(model: TeamModel, real: RealTeam): Promise<void>;
  toString(): string {
    return `${this.constructor.name}(${Object.values(this).join(', ')})`;
  }
}

class ReportEvent extends Command {
  readonly ref: number | undefined;
  constructor(ref: number | undefined) {
    super();
    this.ref = ref;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const ref = this.ref === undefined ? undefined : `${real.name}-${this.ref}`;
    const known = ref === undefined ? undefined : model.tickets.find((ticket) => ticket.ref === ref);
    const scenario = scenarios[model.tickets.length % scenarios.length];
    const event = {
      scenario,
      content: { type: 'text', text: 'x' },
      ...(ref !== undefined && { externalRef: ref }),
    };
    const { status, body } = await call(real, 'POST', 'events', event);
    must(status === (known ? 200 : 201), `an event ${known ? 'known' : 'new'} answered ${status}`);
    must(body.created === !known, 'created is wrong');
    if (known) must(body.ticketId === known.id, 'a known reference gave another ticket');
    else {
      must(!model.tickets.some(({ id }) => id === body.ticketId), 'a new event gave a known ticket');
      model.tickets.push({ id: body.ticketId, ref, status: 'open', changes: 1 });
    }
  }
}

abstract class OnTicket extends Command {
  readonly which: number;
  constructor(which: number) {
    super();
    this.which = which;
  }
  override check(model: Readonly<TeamModel>): boolean {
    return model.tickets.length > 0;
  }
}

class ChangeTicket extends OnTicket {
  readonly to: string;
  constructor(which: number, to: string) {
    super(which);
    this.to = to;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const ticket = pick(model.tickets, this.which);
    if (!ticket) return;
    const { status, body } = await call(real, 'PATCH', `tickets/${ticket.id}`, { status: this.to });
    must(status === 200 && body.status === this.to, `a change answered ${status}`);
    if (ticket.status !== this.to) ticket.changes++;
    ticket.status = this.to;
    must(body.history.length === ticket.changes, `${body.history.length} changes, not ${ticket.changes}`);
  }
}

/** Refused in four ways; the ticket must be as it was, which the next reading shows. */
class RefusedChange extends OnTicket {
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const ticket = pick(model.tickets, this.which);
    if (!ticket) return;
    const path = `tickets/${ticket.id}`;
    const other = ticketStatuses.find((one) => one !== ticket.status);
    const refused = await Promise.all([
      call(real, 'PATCH', path, { status: 'closed' }),
      call(real, 'PATCH', path, { status: other, reason: '' }),
      call(real, 'PATCH', path, { status: other, owner: 'me' }),
      call(real, 'PATCH', path, { status: other }, { key: real.strangerKey }),
    ]);
    const statuses = refused.map(({ status }) => status).join();
    must(statuses === '400,400,400,404', `refused changes answered ${statuses}`);
    await new ReadTicket(this.which).run(model, real);
  }
}

class ReadTicket extends OnTicket {
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const ticket = pick(model.tickets, this.which);
    if (!ticket) return;
    const { status, body } = await call(real, 'GET', `tickets/${ticket.id}`);
    must(status === 200 && body.status === ticket.status, `a ticket is ${body.status}, not ${ticket.status}`);
    must(body.history.length === ticket.changes, `${body.history.length} changes, not ${ticket.changes}`);
  }
}

class SubmitJob extends Command {
  readonly kind: string;
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const content = { type: 'text', text: 'You are guaranteed to be approved.' };
    const { status, body } = await call(real, 'POST', `analysis/${this.kind}`, {
      content,
      scenario: 'generic',
    });
    must(status === (this.kind === 'screen' ? 202 : 200), `a job answered ${status}`);
    must(!model.jobs.some(({ id }) => id === body.id), 'a new job has a known id');
    model.jobs.push({ id: body.id, final: undefined });
  }
}

class ReadJob extends Command {
  readonly which: number;
  constructor(which: number) {
    super();
    this.which = which;
  }
  override check(model: Readonly<TeamModel>): boolean {
    return model.jobs.length > 0;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const job = pick(model.jobs, this.which);
    if (!job) return;
    const { status, body, text } = await call(real, 'GET', `jobs/${job.id}`);
    must(status === 200, `a job of ours answered ${status}`);
    must((body.result !== null) === (body.status === 'succeeded'), 'result and status do not go together');
    must((body.error !== null) === (body.status === 'failed'), 'error and status do not go together');
    if (job.final !== undefined) must(job.final === text, 'a final job changed');
    if (body.status !== 'running') job.final = text;
    const stranger = await call(real, 'GET', `jobs/${job.id}`, undefined, { key: real.strangerKey });
    must(stranger.status === 404, `another team's job answered ${stranger.status}`);
  }
}

class MakeKey extends Command {
  readonly granted: readonly Scope[];
  constructor(granted: readonly Scope[]) {
    super();
    this.granted = granted;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const { status, body } = await call(real, 'POST', 'keys', { scopes: this.granted });
    must(status === 201 && typeof body.key === 'string', `a new key answered ${status}`);
    model.keys.push({ id: body.id, key: body.key, scopes: this.granted, revoked: false });
  }
}

abstract class OnKey extends Command {
  readonly which: number;
  constructor(which: number) {
    super();
    this.which = which;
  }
  override check(model: Readonly<TeamModel>): boolean {
    return model.keys.length > 0;
  }
}

/** A cheap read for each scope. */
const reads: Readonly<Record<Scope, readonly [string, string, unknown?]>> = {
  regulations: ['GET', 'regulations?limit=1'],
  wikis: ['GET', 'regulation-wikis?limit=1'],
  analysis: ['POST', 'analysis/risk', { content: { type: 'text', text: 'x' }, scenario: 'none' }],
  jobs: ['GET', 'jobs?limit=1'],
  events: ['GET', 'tickets?limit=1'],
  admin: ['GET', 'team'],
};

class UseKey extends OnKey {
  readonly scope: Scope;
  constructor(which: number, scope: Scope) {
    super(which);
    this.scope = scope;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const key = pick(model.keys, this.which);
    if (!key) return;
    const [method, path, body] = reads[this.scope];
    const { status } = await call(real, method, path, body, { key: key.key });
    const allowed = this.scope === 'analysis' ? 400 : 200; // the scenario does not exist: nothing is made
    const expected = key.revoked ? 401 : key.scopes.includes(this.scope) ? allowed : 403;
    must(status === expected, `a key with ${key.scopes.join()} answered ${status}, not ${expected}`);
  }
}

class RevokeKey extends OnKey {
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const key = pick(model.keys, this.which);
    if (!key) return;
    const token = await tokenOf(real, key.key);
    must((token === undefined) === key.revoked, 'a token was given, or not, against the state of the key');
    const { status, body } = await call(real, 'DELETE', `keys/${key.id}`);
    must(status === 200 && body.revokedAt !== null, `revoking answered ${status}`);
    key.revoked = true;
    if (token === undefined) return;
    const after = await call(real, 'GET', 'jobs', undefined, { bearer: token });
    must(after.status === 401, `the token of a revoked key answered ${after.status}`);
  }
}

async function tokenOf(real: RealTeam, secret: string): Promise<string | undefined> {
  real.requests++;
  const body = `grant_type=client_credentials&client_secret=${secret}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await real.client.send({ method: 'POST', path: '/oauth/token', headers, body });
  return reply.status === 200 ? JSON.parse(reply.text).access_token : undefined;
}

/** All pages: each thing once, all of them, in the order promised. */
class PageThrough extends Command {
  readonly list: 'tickets' | 'jobs';
  readonly limit: number;
  constructor(list: 'tickets' | 'jobs', limit: number) {
    super();
    this.list = list;
    this.limit = limit;
  }
  async run(model: TeamModel, real: RealTeam): Promise<void> {
    const limit = Math.max(this.limit, Math.ceil(model[this.list].length / 5));
    const seen: { readonly id: string; readonly createdAt: string }[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await call(real, 'GET', `${this.list}?limit=${limit}${more}`);
      must(status === 200, `a page answered ${status}`);
      must(body.results.length <= limit, 'a page is too long');
      for (const row of body.results) seen.push({ id: row.id ?? row.jobId, createdAt: row.createdAt });
      cursor = body.pagination.nextCursor;
      must(body.pagination.hasMore === (cursor !== null), 'hasMore and nextCursor do not go together');
    } while (cursor !== null);
    const ordered = seen.every(({ id, createdAt }, i) => {
      const next = seen[i + 1];
      return !next || createdAt > next.createdAt || (createdAt === next.createdAt && id < next.id);
    });
    must(ordered, 'pages are out of order');
    const expected = model[this.list].map(({ id }) => id).sort();
    must(
      expected.join() ===
        seen
          .map(({ id }) => id)
          .sort()
          .join(),
      `${seen.length} listed, ${expected.length} made`,
    );
  }
}

/** With another limit it is good; with other filters, on another list, for another team or changed, it is not. */
class MisuseCursor extends Command {
  readonly kind: number;
  constructor(kind: number) {
    super();
    this.kind = kind;
  }
  override check(model: Readonly<TeamModel>): boolean {
    return model.tickets.length > 1;
  }
  async run(_model: TeamModel, real: RealTeam): Promise<void> {
    const { body } = await call(real, 'GET', 'tickets?limit=1');
    const cursor: string = body.pagination.nextCursor;
    const good = await call(real, 'GET', `tickets?limit=2&cursor=${cursor}`);
    must(good.status === 200, `a cursor with another limit answered ${good.status}`);
    const swapped = cursor.startsWith('A') ? 'B' : 'A';
    const uses: readonly (readonly [string, string])[] = [
      [`tickets?limit=1&status=open&cursor=${cursor}`, real.key],
      [`jobs?limit=1&cursor=${cursor}`, real.key],
      [`tickets?limit=1&cursor=${cursor}`, real.strangerKey],
      [`tickets?limit=1&cursor=${swapped}${cursor.slice(1)}`, real.key],
    ];
    const [path, key] = uses[this.kind] ?? ['', ''];
    const bad = await call(real, 'GET', path, undefined, { key });
    must(bad.status === 400 && bad.body.error.code === 'invalid_cursor', `${path} answered ${bad.status}`);
  }
}

import type { Outcome } from './call-service.ts';

/** The operations that make things, as the contract names them. */
export type Making = 'createScreenAnalysisJob' | 'createRiskAssessmentJob' | 'createEvent' | 'createKey';

/** A request under an `Idempotency-Key`, kept to be sent again. */
export interface OnceRequest {
  readonly idempotencyKey: string;
  readonly operation: Making;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What its first acknowledgement named. */
  made: string | undefined;
}

/** All that the service has acknowledged, and whatever it said that contradicts what it had said before. */
export class Acknowledged {
  readonly jobs = new Set<string>();
  /** The whole reply of the first read that found a job final. */
  readonly finalJobs = new Map<string, string>();
  readonly tickets = new Set<string>();
  readonly ticketOfRef = new Map<string, string>();
  /** How often `created: true` was said for a reference. */
  readonly createdOfRef = new Map<string, number>();
  /** By id; the key itself is undefined where only a replay was seen, which does not show it. */
  readonly keys = new Map<string, string | undefined>();
  readonly once: OnceRequest[] = [];
  /** Calls without an `Idempotency-Key`. */
  readonly sent = new Map<Making, number>();
  readonly charged = new Map<Making, number>();
  readonly refusals = new Map<string, number>();
  readonly contradictions: string[] = [];
  replies = 0;
  unanswered = 0;
  replays = 0;
  rereads = 0;

  noteSent(operation: Making): void {
    add(this.sent, operation);
  }

  /** What came back for a request that makes something; `once` where it had an `Idempotency-Key`. */
  noteMade(
    operation: Making,
    ref: string | undefined,
    once: OnceRequest | undefined,
    outcome: Outcome,
  ): void {
    if (!this.noteReply(outcome)) return;
    const { body } = outcome;
    const id = String(operation === 'createEvent' ? body.ticketId : body.id);
    if (once) {
      if (outcome.replayed) this.replays++;
      if (once.made !== undefined && once.made !== id) {
        this.contradictions.push(`${once.idempotencyKey} made ${once.made} and then ${id}`);
      }
      once.made ??= id;
    } else add(this.charged, operation);
    if (operation === 'createKey') this.#noteKey(id, body.key);
    else if (operation === 'createEvent')
      this.#noteTicket(id, ref, body.created === true && !outcome.replayed);
    else {
      this.jobs.add(id);
      if (
        operation === 'createRiskAssessmentJob' &&
        body.status !== 'succeeded' &&
        body.status !== 'failed'
      ) {
        this.contradictions.push(`risk assessment ${id} was answered as ${String(body.status)}`);
      }
    }
  }

  /** A job as it was read. */
  noteJob(id: string, outcome: Outcome): void {
    if (outcome.status === 404) this.contradictions.push(`the acknowledged job ${id} is not there`);
    if (!this.noteReply(outcome)) return;
    const known = this.finalJobs.get(id);
    if (known !== undefined) {
      this.rereads++;
      if (known !== outcome.text) this.contradictions.push(`job ${id} was ${known} and is ${outcome.text}`);
    } else if (outcome.body.status !== 'running') this.finalJobs.set(id, outcome.text);
  }

  /** Whether a reply was a success; anything else is counted. */
  noteReply({ status, code }: Outcome): boolean {
    if (status === 0) this.unanswered++;
    else this.replies++;
    if (status >= 200 && status < 300) return true;
    if (status !== 0) add(this.refusals, `${status} ${code}`);
    return false;
  }

  #noteTicket(id: string, ref: string | undefined, created: boolean): void {
    this.tickets.add(id);
    if (ref === undefined) return;
    const known = this.ticketOfRef.get(ref);
    if (known !== undefined && known !== id) this.contradictions.push(`${ref} is ${known} and ${id}`);
    this.ticketOfRef.set(ref, known ?? id);
    if (created) add(this.createdOfRef, ref);
  }

  #noteKey(id: string, key: unknown): void {
    if (typeof key === 'string') this.keys.set(id, key);
    else if (!this.keys.has(id)) this.keys.set(id, undefined);
  }
}

export function add<K>(counts: Map<K, number>, name: K): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

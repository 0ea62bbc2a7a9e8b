import {
  type BodyOf,
  type Operation,
  type OperationId,
  operations,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@pandect/contract';
import { type CallOptions, type Connection, callOperation, type Fetch } from './call-operation.ts';
import { type Listings, listingsOf } from './list-all.ts';
import { readText } from './read-text.ts';
import { type ScreenedText, screenText, type WaitOptions, waitForJob } from './wait-for-job.ts';

export type { CallOptions, Fetch, FetchInit } from './call-operation.ts';
export type { Listings } from './list-all.ts';
export { ConnectionError, JobFailed, PandectError } from './pandect-error.ts';
export type { FinishedJob, ScreenedText, WaitOptions } from './wait-for-job.ts';

/** Path and query parameters and the body of an operation, flat: no two of them share a name. */
export type RequestOf<O> = ParamsOf<O> & QueryOf<O> & (BodyOf<O> extends undefined ? unknown : BodyOf<O>);

/** One method per operation of the contract, under its name. */
export type OperationMethods = {
  readonly [Id in OperationId]: (
    request: RequestOf<(typeof operations)[Id]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<(typeof operations)[Id]>>;
};

/** What takes more than one call. */
export interface LongerTasks {
  /** Polls until the job is final, lengthening the pauses; a failed job is returned, not thrown. */
  waitForJob(request: { readonly id: string }, options?: WaitOptions): ReturnType<typeof waitForJob>;
  /** Submits a text and waits for its findings; throws `JobFailed` when there are none to be had. */
  screenText(
    request: RequestOf<typeof operations.createScreenAnalysisJob>,
    options?: WaitOptions & CallOptions,
  ): Promise<ScreenedText>;
  /** The whole text of a document, all slices of one revision joined. */
  readRegulationText(
    request: Omit<RequestOf<typeof operations.getRegulationContent>, 'offset' | 'limit'>,
    options?: CallOptions,
  ): Promise<string>;
}

export type PandectClient = OperationMethods & Listings & LongerTasks;

export interface ClientOptions {
  /** Such as `https://pandect.example`, with or without a slash at the end. */
  readonly baseUrl: string;
  /** An API key; an access token is sent the same way as far as the caller is concerned. */
  readonly apiKey: string;
  readonly fetch?: Fetch;
  /** Further attempts when the service is busy or away; 3 by default, 0 for none. */
  readonly retries?: number;
  /** Give up instead of waiting longer than this between attempts; a minute by default. */
  readonly longestWaitMs?: number;
  /** How long one attempt may take; half a minute by default. */
  readonly timeoutMs?: number;
}

export function createClient(options: ClientOptions): PandectClient {
  const connection: Connection = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    retries: options.retries ?? 3,
    longestWaitMs: options.longestWaitMs ?? 60_000,
    timeoutMs: options.timeoutMs ?? 30_000,
  };
  // Each method is the operation of its name: what the types above say of all of them at once.
  const methods = Object.fromEntries(
    Object.entries<Operation>(operations).map(([id, operation]) => [
      id,
      (request: object, more?: CallOptions) => callOperation(connection, operation, request, more),
    ]),
  ) as OperationMethods;
  return {
    ...methods,
    ...listingsOf(methods),
    waitForJob: (request, more) => waitForJob(methods, request, more),
    screenText: (request, more) => screenText(methods, request, more),
    readRegulationText: (request, more) => readText(methods, request, more),
  };
}

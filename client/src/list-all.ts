import type { OperationId, operations } from '@pandect/contract';
import type { CallOptions } from './call-operation.ts';
import type { OperationMethods, RequestOf } from './client.ts';

type Paged = { readonly results: readonly unknown[]; readonly pagination: { nextCursor: string | null } };

/** The operations that answer in pages. */
type PagedId = {
  [Id in OperationId]: Awaited<ReturnType<OperationMethods[Id]>> extends Paged ? Id : never;
}[OperationId];
type ItemOf<Id extends PagedId> = Awaited<ReturnType<OperationMethods[Id]>>['results'][number];
type ListRequest<Id extends PagedId> = Omit<RequestOf<(typeof operations)[Id]>, 'cursor'>;

/** `listAllJobs` beside `listJobs`: every item, page after page, asked for as they are used. */
export type Listings = {
  readonly [Id in PagedId as Id extends `list${infer Things}` ? `listAll${Things}` : never]: (
    request: ListRequest<Id>,
    options?: CallOptions,
  ) => AsyncGenerator<ItemOf<Id>, void, undefined>;
} & {
  /** The same, a page at a time. */
  readonly pages: <Id extends PagedId>(
    list: Id,
    request: ListRequest<Id>,
    options?: CallOptions,
  ) => AsyncGenerator<Awaited<ReturnType<OperationMethods[Id]>>, void, undefined>;
};

/** Fails to compile when the contract gets another paged list. */
const paged: Readonly<Record<PagedId, true>> = {
  listRegulations: true,
  listRegulationWikis: true,
  listJobs: true,
  listTickets: true,
};

type AnyPage = (request: object, options?: CallOptions) => Promise<Paged>;

export function listingsOf(methods: OperationMethods): Listings {
  const pageOf = (list: PagedId) => methods[list] as AnyPage;

  async function* pages(list: PagedId, request: object, options?: CallOptions) {
    let cursor: string | undefined;
    do {
      const page: Paged = await pageOf(list)({ ...request, cursor }, options);
      yield page;
      cursor = page.pagination.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async function* items(list: PagedId, request: object, options?: CallOptions) {
    for await (const page of pages(list, request, options)) yield* page.results;
  }

  const all = Object.keys(paged).map((list) => [
    list.replace(/^list/, 'listAll'),
    (request: object, options?: CallOptions) => items(list as PagedId, request, options),
  ]);
  // What the contract's replies are, the types above say; here they pass through untouched.
  return Object.fromEntries([['pages', pages], ...all]) as unknown as Listings;
}

/** One request of the mix. */
export interface MixRequest {
  readonly kind: 'query' | 'content' | 'details' | 'list' | 'risk';
  readonly method: 'GET' | 'POST';
  /** Without a query string, so that the bare peer can serve the same path. */
  readonly path: string;
  readonly body?: string;
}

const questions = [
  'how long may a bank investigate an error on a debit card account',
  'what must an adverse action notice say',
  'when does a customer owe nothing for an unauthorized transfer',
  'which fees may be charged for a prepaid card',
  'can a debt collector call at work',
  'how often may a collector telephone in a week',
  'must we check identity before opening an account',
  'when is a suspicious activity report due',
  'how long are records of wire transfers kept',
  'what counts as an abusive practice',
  'may a lender ask about marital status',
  'what is the annual percentage rate',
  'when must overdraft coverage be agreed to',
  'which changes of terms need notice in advance',
  'how soon must a payment be credited',
  'what does the privacy notice have to tell',
  'can consumers stop the sharing of information with affiliates',
  'duty to correct what was reported to a credit bureau',
  'deadline for answering a dispute about a credit report',
  'which advertising needs the words member FDIC',
  'when may a mortgage servicer begin foreclosure',
  'what must a remittance receipt show',
  'limits of interest for members of the armed forces',
  'when is a currency transaction report filed',
];

const documents = [
  '12-cfr-1005-11',
  '12-cfr-1005-6',
  '12-cfr-1022-2',
  '12-cfr-1022-26',
  '12-cfr-1022-71',
  '12-cfr-1005-7',
  '12-cfr-1005-10',
  '12-cfr-1005-17',
];

const riskTexts = [
  'Our savings account is guaranteed to beat every bank. There is no risk at all and no fee, ever. Open it today: the offer ends in one hour and you will regret waiting.',
  'Thank you for your application. We could not approve it. Please try again later; we do not tell reasons over the telephone.',
  'Your statement is ready. You can dispute a charge in the app within sixty days, or write to the address on the back of the card.',
  'If you do not pay by Friday we will tell your employer and your neighbours what you owe, and you may be arrested.',
];

/** 60 % query, 20 % content, 10 % details and lists, 10 % risk: 40 requests, evenly mingled. */
export const loadMix: readonly MixRequest[] = mingle([
  questions.map((query) => post('query', '/api/v1/regulations/query', { query })),
  documents.map((id) => get('content', `/api/v1/regulations/${id}/content`)),
  [
    get('details', '/api/v1/regulations/12-cfr-1005-11'),
    get('list', '/api/v1/regulations'),
    get('details', '/api/v1/regulations/12-cfr-1022-26'),
    get('list', '/api/v1/regulation-wikis'),
  ],
  riskTexts.map((text) =>
    post('risk', '/api/v1/analysis/risk', { scenario: 'generic', content: { type: 'text', text } }),
  ),
]);

function get(kind: MixRequest['kind'], path: string): MixRequest {
  return { kind, method: 'GET', path };
}

function post(kind: MixRequest['kind'], path: string, body: object): MixRequest {
  return { kind, method: 'POST', path, body: JSON.stringify(body) };
}

/** Spreads each group over the whole. */
function mingle(groups: readonly (readonly MixRequest[])[]): readonly MixRequest[] {
  return groups
    .flatMap((group) => group.map((request, at) => ({ request, place: (at + 0.5) / group.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ request }) => request);
}

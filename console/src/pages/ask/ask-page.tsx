import { limits, type RegulationCitation } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import { useListKeys } from '../../keys/use-list-keys.ts';
import { Authorities, CategoryBadge } from '../../parts/badges.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Passage } from '../../parts/passage.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { usePlace } from '../../router/place.ts';
import { AskForm } from './ask-form.tsx';
import './ask.css';

/** A question, and the passages of the law that answer it. Nothing is generated. */
export default function AskPage() {
  const { query } = usePlace();
  const client = useClient();
  const question = query.get('q') ?? '';
  const limit = Math.min(limits.queryChunks.max, Number(query.get('limit')) || limits.queryChunks.default);
  const filters = {
    ...(query.has('authority') && { authorities: query.getAll('authority') }),
    ...(query.has('jurisdiction') && { jurisdictions: query.getAll('jurisdiction') }),
  };
  const request = { query: question, limit, ...(Object.keys(filters).length > 0 && { filters }) };
  const answer = useReply(question === '' ? undefined : ['queryRegulations', request], (options) =>
    client.queryRegulations(request, options),
  );
  const results = answer.value?.results ?? [];
  const passages = results.reduce((sum, { chunks }) => sum + chunks.length, 0);
  useListKeys(passages);
  return (
    <>
      <PageTitle title="Ask">
        <p>Write a question or name a rule. The answer is the law’s own words, with their place.</p>
      </PageTitle>
      <AskForm key={question} />
      <div aria-live="polite" aria-busy={answer.loading}>
        {question === '' && <Suggestions />}
        {answer.error !== undefined && <ErrorNote error={answer.error} onRetry={answer.reload} />}
        {answer.loading && !answer.value && <Loading what="the passages" lines={9} />}
        {answer.value && results.length === 0 && (
          <Empty title="No passage fits">
            <p>Try other words, name the rule (such as “Regulation E”), or take the filters away.</p>
          </Empty>
        )}
        {results.length > 0 && (
          <p className="facts">
            {passages} {passages === 1 ? 'passage' : 'passages'} in {results.length}{' '}
            {results.length === 1 ? 'document' : 'documents'}, the best first
          </p>
        )}
        <Results results={results} question={question} />
      </div>
    </>
  );
}

function Results(props: { readonly results: readonly RegulationCitation[]; readonly question: string }) {
  let row = 0;
  return props.results.map(({ regulation, chunks }) => (
    <article key={regulation.id} className="card answer">
      <h2>
        <a href={`/library/${regulation.id}`}>{regulation.title}</a>
      </h2>
      <p className="facts">
        <CategoryBadge category={regulation.category} />
        <Authorities ids={regulation.authorities} />
      </p>
      {chunks.map((chunk) => (
        <Passage
          key={`${chunk.startOffset} ${chunk.text.slice(0, 40)}`}
          documentId={regulation.id}
          chunk={chunk}
          question={props.question}
          row={row++}
        />
      ))}
    </article>
  ));
}

const examples = [
  'How long may a bank take to investigate an unauthorized debit card transfer?',
  'What must an adverse action notice say when a credit score was used?',
  'When may a debt collector not call a consumer?',
  '12 CFR 1026.36(a)',
];

function Suggestions() {
  return (
    <section className="suggestions">
      <h2>For example</h2>
      <ul>
        {examples.map((example) => (
          <li key={example}>
            <a href={`/ask?q=${encodeURIComponent(example)}`}>{example}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { isUtf8 } from 'node:buffer';
import { ApiError, limits } from '@pandect/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Catalog } from '../corpus/catalog.ts';
import type { CorpusStore } from '../corpus/corpus-store.ts';
import type { TicketStore } from '../events/ticket.ts';
import type { JobStore } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import { newUlid } from '../new-ulid.ts';
import type { TeamStore } from '../teams/team-store.ts';
import type { WikiShelf } from '../wikis/wiki-shelf.ts';
import type { Credentials } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { createCursors } from './cursor.ts';
import { asApiError, errorBody } from './error-reply.ts';
import { isDeeper } from './json-depth.ts';
import { watchMethods } from './known-methods.ts';
import { refuseMalformed } from './malformed-request.ts';
import type { Metrics } from './metrics.ts';
import { createMount, type RouteParts } from './route.ts';
import { mountAnalysis } from './routes/analysis.ts';
import { type ConsoleFiles, mountConsole, sendPage, wantsPage } from './routes/console.ts';
import { mountEvents } from './routes/events.ts';
import { mountGuide } from './routes/guide.ts';
import { mountJobs } from './routes/jobs.ts';
import { type LoadMcp, mountMcp } from './routes/mcp.ts';
import { mountOperatorPages, type Readiness } from './routes/operations.ts';
import { mountQuery, type SearchService } from './routes/query.ts';
import { mountReferences } from './routes/references.ts';
import { mountRegulations } from './routes/regulations.ts';
import { mountTeam } from './routes/team.ts';
import { mountTickets } from './routes/tickets.ts';
import { mountToken } from './routes/token.ts';
import { mountWikis } from './routes/wikis.ts';
import { copyHead } from './send-reply.ts';

export interface AppParts extends Omit<RouteParts, 'credentials'> {
  readonly credentials: Credentials;
  readonly teams: TeamStore;
  readonly jobs: JobStore;
  readonly tickets: TicketStore;
  readonly catalog: Catalog;
  readonly corpus: CorpusStore;
  readonly wikis: WikiShelf;
  readonly search: SearchService;
  readonly cursorSecret: Uint8Array;
  readonly assessRisk: (input: string) => Promise<string>;
  readonly wakeWorker: () => void;
  readonly readiness: Readiness;
  readonly ping: () => Promise<void>;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly version: string;
  readonly loadMcp: LoadMcp;
  /** The built console; asked for with the first request of it. */
  readonly loadConsole: () => Promise<ConsoleFiles>;
}

const jsonType = 'application/json; charset=utf-8';

/** The HTTP service: every route of the contract that has its parts, and the operator's pages. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { log, metrics, readiness } = parts;
  const app = Fastify({
    logger: false, // one line per request is written below
    genReqId: () => `req_${newUlid()}`,
    bodyLimit: limits.requestBytes,
    // While draining, requests that still arrive are answered, not refused: see below.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // Headers must arrive within 10 s and a whole request within 30: nobody may hold a socket for nothing. Node
    // looks every 30 s by itself, which would treble the first.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    requestTimeout: 30_000,
    clientErrorHandler: refuseMalformed,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    frameworkErrors: (error, request, reply) => {
      const shown = asApiError(error);
      reply.hijack();
      reply.raw
        .writeHead(shown.status, {
          'request-id': request.id,
          'content-type': jsonType,
          'x-content-type-options': 'nosniff',
        })
        .end(JSON.stringify(errorBody(shown, request.id)));
    },
  });

  app.decorateRequest<Caller | undefined>('caller', undefined);
  app.decorateRequest('operationId', '');
  app.decorateRequest('bodyBytes', 0);
  app.decorateRequest<string[] | undefined>('head', undefined); // set by the first hook

  app.addHook('onRequest', (request, _reply, done) => {
    request.head = ['request-id', request.id, 'x-content-type-options', 'nosniff'];
    readiness.lastRequestMs = performance.now();
    if (readiness.state === 'draining') request.head.push('connection', 'close');
    done();
  });
  app.addHook('onSend', (_request, reply, _body, done) => {
    copyHead(reply);
    done();
  });

  // The default parser, but the size as sent is kept; `__proto__` and `constructor` members are refused.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.bodyBytes = body.length;
    if (!isUtf8(body)) {
      done(new ApiError('invalid_request', 'The body is not valid UTF-8.'));
      return;
    }
    const text = body.toString('utf8');
    if (isDeeper(text, limits.jsonLevels)) {
      const problem = `The body is nested deeper than ${limits.jsonLevels} levels.`;
      done(new ApiError('invalid_request', problem));
      return;
    }
    void parseJson(request, text, done);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000;
    const operation = request.operationId || request.routeOptions.url || 'none';
    metrics.observeRequest(operation, reply.statusCode, seconds);
    log.info(
      {
        requestId: request.id,
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        team: request.caller?.teamId,
        key: request.caller?.keyId,
      },
      'request',
    );
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const shown = asApiError(error);
    // What we refuse on purpose has its line as a request; a stack for each would add to an overload.
    if (shown.status >= 500 && shown !== error)
      log.error({ requestId: request.id, err: error }, 'request failed');
    return reply
      .code(shown.status)
      .headers(shown.headers)
      .header('content-type', jsonType)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(errorBody(shown, request.id)));
  });
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return sendPage(request, reply, parts.loadConsole);
    throw new ApiError('not_found', 'There is nothing at this path. The reference is at /docs.');
  });

  const refuseOtherMethods = watchMethods(app);
  const mount = createMount(app, parts);
  const cursors = createCursors(parts.cursorSecret, parts.nowSeconds);
  mountOperatorPages(app, parts);
  mountGuide(app, parts.version);
  mountConsole(app, parts.loadConsole);
  mountToken(app, parts.credentials);
  mountRegulations(mount, { ...parts, cursors });
  mountQuery(mount, parts);
  mountReferences(mount, parts);
  mountWikis(mount, { ...parts, cursors });
  mountJobs(mount, { ...parts, cursors });
  mountAnalysis(mount, parts);
  mountEvents(mount, parts);
  mountTickets(mount, { ...parts, cursors });
  mountTeam(mount, parts);
  mountMcp(app, parts.credentials, parts.loadMcp);
  refuseOtherMethods();
  return app;
}

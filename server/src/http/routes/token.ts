import { ApiError, isScope, type Scope } from '@pandect/contract';
import type { FastifyInstance } from 'fastify';
import { tokenLifetimeSeconds } from '../../teams/access-token.ts';
import { type Credentials, usableKey } from '../authenticate.ts';

/**
 * `POST /oauth/token` (RFC 6749, section 4.4): an API key as client secret, a short-lived token back.
 * The body is a form, as OAuth clients send it; errors have the shape of all our errors.
 */
export function mountToken(app: FastifyInstance, credentials: Credentials): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    scope.post('/oauth/token', async (request, reply) => {
      const form = request.body;
      if (!(form instanceof URLSearchParams)) {
        throw new ApiError(
          'unsupported_media_type',
          'Send the body as Content-Type: application/x-www-form-urlencoded.',
        );
      }
      if (form.get('grant_type') !== 'client_credentials') {
        throw new ApiError('invalid_request', 'grant_type must be client_credentials.', {
          param: 'grant_type',
        });
      }
      const secret = form.get('client_secret') ?? basicSecret(request.headers.authorization);
      const record = secret === undefined ? undefined : await usableKey(secret, credentials);
      if (!record) {
        throw new ApiError(
          'unauthorized',
          'The client secret must be an API key that is neither revoked nor expired.',
          {
            headers: { 'www-authenticate': 'Basic' },
          },
        );
      }
      const scopes = narrowScopes(form.get('scope'), record.scopes);
      const token = await credentials.tokens.issue(record.id, scopes);
      return reply.header('cache-control', 'no-store').send({
        access_token: token,
        token_type: 'Bearer',
        expires_in: tokenLifetimeSeconds,
        scope: scopes.join(' '),
      });
    });
  });
}

/** A token may have fewer scopes than its key, never more. */
function narrowScopes(wanted: string | null, granted: readonly Scope[]): readonly Scope[] {
  if (wanted === null || wanted.trim() === '') return granted;
  return wanted
    .trim()
    .split(/ +/)
    .map((scope) => {
      if (!isScope(scope) || !granted.includes(scope)) {
        throw new ApiError('invalid_request', `The key does not have the scope ${JSON.stringify(scope)}.`, {
          param: 'scope',
          details: { granted: [...granted] },
        });
      }
      return scope;
    });
}

function basicSecret(header: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return secret;
}

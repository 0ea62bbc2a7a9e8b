import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '@pandect/contract';
import { newUlid } from '../new-ulid.ts';
import { errorBody } from './error-reply.ts';

/** What could not be read as HTTP, or did not arrive in time: refused in the contract's form, then hung up on. */
export function refuseMalformed(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const shown = refusalOf(error.code);
  const requestId = `req_${newUlid()}`;
  const body = JSON.stringify(errorBody(shown, requestId));
  const head = [
    `HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}`,
    `Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Whoever does not read the refusal may not keep the socket for it.
  socket.setTimeout(1000, () => socket.destroy());
}

function refusalOf(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('invalid_request', 'The request did not arrive in time.', { status: 408 });
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('payload_too_large', 'The head of the request is larger than 16 KiB.');
  }
  return new ApiError('invalid_request', 'The request is not valid HTTP.');
}

import type { RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '../config/config.ts';
import { errorBody } from './errors.ts';
import type { HttpEnv } from './guard.ts';
import { malformedAddress } from './middleware.ts';
import { headersSetBy, securityHeaders } from './security-headers.ts';

/** Returns the app as a listener for Node's server, which answers 400 if a request is no valid web `Request`. */
export function createListener(
  { fetch }: Pick<Hono<HttpEnv>, 'fetch'>,
  config: Pick<Config, 'publicUrl' | 'stripe'>,
): RequestListener {
  return getRequestListener(fetch, {
    // HTTP/1.0 has no Host header.
    hostname: new URL(config.publicUrl).host,
    async errorHandler(error) {
      if (!(error instanceof RequestError)) throw error;
      const { code, message } = malformedAddress();
      const headers = await headersSetBy(securityHeaders(config, []));
      return Response.json(errorBody(code, message), { status: 400, headers });
    },
  });
}

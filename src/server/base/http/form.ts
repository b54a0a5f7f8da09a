import type { Context as HonoContext } from 'hono';
import type { HttpEnv } from './env.ts';

/** @returns the fields of a form as a browser without scripts sends it; any other body gives whatever fields it has */
export async function readForm(c: HonoContext<HttpEnv>): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

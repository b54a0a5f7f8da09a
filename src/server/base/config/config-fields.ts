import { z } from 'zod';
import { decodePercent } from '../../../shared/text.ts';

/* The kinds of settings that the environment can hold. Messages go after the variable's name. */

/** Wraps a schema so that an empty value counts as not set. */
export const emptyAsUnset = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);

export const matching = (isFine: (value: string) => boolean, message: string) =>
  z.string().trim().refine(isFine, message);

export const wholeNumberSetting = <Fallback extends number | null>(
  minimum: number,
  maximum: number,
  fallback: Fallback,
) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return emptyAsUnset(
    z
      .string()
      .regex(/^\d+$/, message)
      .transform(Number)
      .refine((n) => n >= minimum && n <= maximum, message)
      .optional()
      .transform((n) => n ?? fallback),
  );
};

export const textSetting = (fallback: string) => emptyAsUnset(z.string().trim().max(200).default(fallback));

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  emptyAsUnset(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(fallback as never));

const checked = (findProblem: (value: string) => string | null) =>
  emptyAsUnset(
    z
      .string()
      .superRefine((value, context) => {
        const message = findProblem(value);
        if (message !== null) context.addIssue({ code: 'custom', message });
      })
      .optional(),
  );

/** Returns the schema of an optional http address without a path; `example` is for its message. */
export const origin = (example: string) =>
  checked((value) => {
    if (!isUrl(value, ['http:', 'https:'])) return 'must be an address that starts with http:// or https://';
    const { pathname, search, hash, username, password } = new URL(value);
    if (username !== '' || password !== '') return `must have no name or password in it, like ${example}`;
    if (pathname !== '/' || search !== '' || hash !== '') {
      return `must be an origin without a path, like ${example}`;
    }
    return null;
  });

/** Returns the schema of an optional SMTP address whose name and password are percent-encoded. */
export const mailServer = () =>
  checked((value) => {
    // Options such as `/?name=me@here` may have an @ of their own.
    const [, address = ''] =
      /^smtps?:\/\/([^/?#]*)\/?\?[\w.]+=/i.exec(value) ?? /^smtps?:\/\/(.*)/is.exec(value) ?? [];
    const [, credentials = ''] = /^(.*)@/s.exec(address) ?? [];
    if (/[\t\r\n]/.test(credentials)) {
      return 'has a tab or a line break in its name or password: write a tab as %09, and remove line breaks';
    }
    // A slash in the password ends the server's address there: the rest may be read as a port.
    const [name = '', ...password] = credentials.split(':');
    const isRaw =
      /[/?#]/.test(credentials) ||
      password.some((part) => part.includes('@')) ||
      [name, ...password].some((part) => decodePercent(part) === null);
    if (isRaw) {
      return 'has a name or password with special characters: write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25';
    }
    if (!isUrl(value, ['smtp:', 'smtps:']) || new URL(value).hostname === '') {
      return 'must be an address that starts with smtp:// or smtps://, like smtps://USER:PASSWORD@mail.example.com:465';
    }
    const { pathname, hash } = new URL(value);
    if (!['', '/'].includes(pathname) || hash !== '') {
      return 'must end with the port of the mail server, like smtps://USER:PASSWORD@mail.example.com:465';
    }
    return null;
  });

export const secret = (prefixes: string[]) =>
  checked((value) => {
    if (!prefixes.some((prefix) => value.startsWith(prefix)))
      return `must start with ${prefixes.join(' or ')}`;
    return /^[\x21-\x7e]+$/.test(value) ? null : 'must be one word, without a space or a line break';
  });

export const token = (characters: number) =>
  checked((value) =>
    /^[\x21-\x7e]+$/.test(value) && value.length >= characters
      ? null
      : `must be one word of at least ${characters} characters, like the output of: openssl rand -hex 32`,
  );

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

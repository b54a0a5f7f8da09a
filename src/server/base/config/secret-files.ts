import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigError } from './config-fields.ts';

type Env = Record<string, string | undefined>;

/** The secrets of the service. Each may be in a file whose path is in `NAME_FILE`. */
const secretVariables = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'METRICS_TOKEN'] as const;

const fileVariable = (name: string) => `${name}_FILE`;

export const secretFileVariables: readonly string[] = secretVariables.map(fileVariable);

/** Returns the environment with each file of a `NAME_FILE` read into its `NAME`. @throws {ConfigError} */
export function readSecretFiles(env: Env): Env {
  const read = { ...env };
  for (const name of secretVariables) {
    const path = env[fileVariable(name)]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) {
      throw new ConfigError(`${name} and ${fileVariable(name)} are both set; remove one of them.`);
    }
    read[name] = readSecret(fileVariable(name), path);
  }
  return read;
}

function readSecret(variable: string, path: string): string {
  // The message does not repeat the value: the operator may have set it to the secret itself.
  if (!isAbsolute(path))
    throw new ConfigError(`${variable} must be the whole path of a file, beginning with /.`);
  const secret = readText(variable, path).replace(/[\r\n]+$/, '');
  if (secret.trim() === '') throw new ConfigError(`${variable} names an empty file: ${path}.`);
  if (/[\r\n]/.test(secret))
    throw new ConfigError(`${variable} names a file with more than one line: ${path}.`);
  return secret;
}

function readText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigError(`${variable} names a file that cannot be read: ${path}${why}.`);
  }
}

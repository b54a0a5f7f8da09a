import { isIP } from 'node:net';
import { checkServerIdentity, connect } from 'node:tls';

/** A server's certificate. */
export interface Certificate {
  /** What is wrong with the chain, in OpenSSL's words; null when this machine trusts it. */
  distrust: string | null;
  /** Whether it is for the requested name. */
  isForName: boolean;
  /** Milliseconds since 1970. */
  validFrom: number;
  validTo: number;
}

/** @throws the system's error, with its `code` */
export type LookAtCertificate = (host: string, port: number) => Promise<Certificate>;

/** In milliseconds. */
const patience = 6_000;

export const lookAtCertificate: LookAtCertificate = (host, port) =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      // It is judged below.
      rejectUnauthorized: false,
      timeout: patience,
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.on('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      // Typed as an error, but at run time its code.
      const error = socket.authorizationError as unknown as string | Error | null | undefined;
      const distrust = typeof error === 'string' ? error : (error?.message ?? null);
      socket.end();
      resolve({
        distrust: distrust === 'ERR_TLS_CERT_ALTNAME_INVALID' ? null : distrust,
        isForName: checkServerIdentity(host, certificate) === undefined,
        validFrom: Date.parse(certificate.valid_from),
        validTo: Date.parse(certificate.valid_to),
      });
    });
  });

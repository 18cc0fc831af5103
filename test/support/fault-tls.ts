/** A platform behind TLS with a certificate from its own authority, and a proxy in front of it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A name that only the proxy knows; in the certificate beside loopback. */
export const HOST = 'platform.test';

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
const stop = (server: Server, sockets: ReadonlySet<Socket>): Promise<void> =>
  new Promise((resolve) => {
    for (const socket of sockets) socket.destroy();
    server.close(() => resolve());
  });

export interface TlsPlatform {
  readonly port: number;
  /** The certificate's file, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A certificate for loopback that signs itself, in a folder of its own. Needs the openssl command. */
export function makeCertificate(): { readonly folder: string; readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const names = `subjectAltName=DNS:${HOST},DNS:localhost,IP:127.0.0.1`;
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${HOST} -addext ${names}`;
  execFileSync('openssl', [...args.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { folder, key, certificate };
}

/** Answers everything with an empty list. */
export async function startTlsPlatform(): Promise<TlsPlatform> {
  const { folder, key, certificate } = makeCertificate();
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.host}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('tlsClientError', () => undefined);
  return {
    port: await listen(server),
    certificate,
    requests,
    async close() {
      await stop(server, sockets);
      rmSync(folder, { recursive: true });
    },
  };
}

export interface ProxyDouble {
  readonly url: string;
  /** What it was asked to connect to, and whether the request itself carried the platform's token. */
  readonly tunnels: readonly { readonly to: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

/** A proxy for CONNECT that resolves every name to loopback. */
export async function startProxy(): Promise<ProxyDouble> {
  const tunnels: { to: string; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = createHttp();
  server.on('connect', (request, socket: Socket) => {
    tunnels.push({ to: request.url ?? '', authorization: request.headers.authorization });
    const target = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket);
      socket.pipe(target);
    });
    for (const one of [socket, target]) sockets.add(one.on('error', () => undefined));
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, tunnels, close: () => stop(server, sockets) };
}

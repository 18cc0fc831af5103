/** A real nginx (Debian's package) in front of replicas, with the upstream and location blocks of deploy/nginx.conf. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/build.ts';
import { until } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';

export interface Nginx {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Debian puts it where an ordinary user's PATH does not reach. */
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path)) ?? 'nginx';

export interface NginxOptions {
  /** Where it listens; on a free port unless given. */
  readonly port?: number;
  /** Maximum number of connections, to clients and replicas together. */
  readonly connections?: number;
  /**
   * What goes to one replica: each request goes to the next, the hardest case (the default); a connection's requests stay
   * together, as in the example; or a header names the replica by its number, for servers whose sessions live in one process.
   */
  readonly spread?: 'requests' | 'connections' | { readonly header: string };
}

/** @throws if nginx is not installed: `apt-get install nginx` */
export async function startNginx(ports: readonly number[], options: NginxOptions = {}): Promise<Nginx> {
  if (spawnSync(NGINX, ['-v']).error) throw new Error('nginx is missing: apt-get install -y nginx');
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  mkdirSync(join(folder, 'temp'));
  const port = options.port ?? (await freePort());
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, ports, options));
  const child = spawn(NGINX, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  let isUp = false;
  const poll = setInterval(() => {
    fetch(`${url}/elsewhere`).then(
      () => {
        isUp = true;
      },
      () => undefined,
    );
  }, 50);
  try {
    await until('nginx answers', () => isUp || child.exitCode !== null);
    if (!isUp) throw new Error(`nginx ended: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
  } finally {
    clearInterval(poll);
  }
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The example's blocks, with the replicas of the test and without TLS. */
function configuration(
  folder: string,
  port: number,
  ports: readonly number[],
  { connections = 512, spread = 'requests' }: NginxOptions,
): string {
  const example = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8');
  const replicas = ports.map((replica) => `server 127.0.0.1:${replica} max_fails=1 fail_timeout=2s;`).join('\n  ');
  const changed = example
    .replace(/server mcp-1:8080[^;]*;\s*server mcp-2:8080[^;]*;/, replicas)
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
    .replace(/\s*ssl_certificate(_key)? [^;]*;/g, '')
    .replace(/hash \$connection;/, spread === 'connections' ? '$&' : '');
  const [upstream] = /upstream agent_platform_mcp \{[^}]*\}/.exec(changed) ?? [];
  if (upstream === undefined) throw new Error('deploy/nginx.conf has no upstream');
  if (!example.includes('hash $connection;') || changed.includes('mcp-1') || changed.includes('ssl'))
    throw new Error('deploy/nginx.conf is not as expected');
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections ${connections}; }
http {
  access_log off;
  ${temp.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join('\n  ')}
  ${typeof spread === 'string' ? changed : byHeader(changed, upstream, ports, spread.header)}
}`;
}

/** An upstream for each replica, otherwise as the example's, and the one that the header names. */
function byHeader(configured: string, upstream: string, ports: readonly number[], header: string): string {
  const each = ports.map((port, at) =>
    upstream
      .replace('agent_platform_mcp', `replica_${at}`)
      .replace(/server [^}]*?(?=#|keepalive)/, `server 127.0.0.1:${port};\n  `),
  );
  const variable = `$http_${header.replaceAll('-', '_')}`;
  return configured
    .replace(upstream, each.join('\n'))
    .replace('http://agent_platform_mcp', `http://replica_${variable}`);
}

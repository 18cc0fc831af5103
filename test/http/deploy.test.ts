/**
 * The deployment examples: they parse, name existing settings, and probe existing paths. nginx.conf runs in
 * replicas.test.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { COMMANDS } from '../../src/cli/commands.ts';
import { HTTP_SETTINGS } from '../../src/settings/http.ts';
import { envName, SETTING_NAMES, SETTINGS } from '../../src/settings/table.ts';
import { ROOT } from '../support/build.ts';

const FILES = [
  'deploy/compose.yaml',
  'deploy/kubernetes.yaml',
  'deploy/nginx.conf',
  'docs/team-server.md',
  'docs/ten-people.md',
];
const yamlOf = (file: string) => parseAllDocuments(readFileSync(ROOT + file, 'utf8'), { merge: true });
const KUBERNETES = yamlOf('deploy/kubernetes.yaml');
const COMPOSE = yamlOf('deploy/compose.yaml');
const kubernetes = () => KUBERNETES.map((document) => document.toJS());
const variables = SETTING_NAMES.map(envName);

it.each(FILES)('%s names no setting that does not exist', (file) => {
  const named = readFileSync(ROOT + file, 'utf8').match(/AGENT_PLATFORM_[A-Z_]+[A-Z]/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
});

it.each([
  ['deploy/compose.yaml', COMPOSE],
  ['deploy/kubernetes.yaml', KUBERNETES],
])('%s is YAML, with limits and probes', (_file, documents) => {
  for (const document of documents) expect(document.errors).toEqual([]);
  const text = JSON.stringify(documents.map((document) => document.toJS()));
  expect(text).toContain('/readyz');
  expect(text).toMatch(/"mem_limit":|"limits":\{"cpu":"1","memory":/);
});

it('the deployment gives replicas more time to end than they need to drain', () => {
  const kubernetes = readFileSync(`${ROOT}deploy/kubernetes.yaml`, 'utf8');
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(kubernetes)?.[1]);
  expect(grace).toBeGreaterThanOrEqual(SETTINGS.httpDrainSeconds.fallback + 5);
});

it('the deployment lets nginx wait for longer than a request may take, close idle connections first, and never repeat a write', () => {
  const nginx = readFileSync(`${ROOT}deploy/nginx.conf`, 'utf8').replace(/#.*$/gm, '');
  expect(Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1])).toBeGreaterThan(
    SETTINGS.httpRequestTimeoutSeconds.fallback,
  );
  // A replica closes idle connections after 80 s: a request that meets this is lost.
  expect(Number(/keepalive_timeout (\d+)s/.exec(nginx)?.[1])).toBeLessThan(80);
  expect(nginx).toContain('proxy_next_upstream error timeout;');
  expect(nginx).not.toContain('non_idempotent');
});

it('the deployment mounts the folder of the secrets, since a file that is mounted by itself stays the old one after a rename', () => {
  const [compose] = COMPOSE;
  const { services } = compose?.toJS() ?? {};
  for (const name of ['mcp-1', 'mcp-2']) {
    expect(services[name].secrets).toBeUndefined();
    expect(services[name].volumes).toEqual(['./secrets:/run/secrets:ro', 'audit:/var/lib/agent-platform-mcp']);
  }
});

it('the deployment lets Prometheus read metrics with the metrics token, in compose and in Kubernetes', () => {
  const [prometheus] = yamlOf('deploy/prometheus.yaml');
  const [job] = prometheus?.toJS().scrape_configs ?? [];
  expect(job.authorization.credentials_file).toBe('/run/secrets/metrics_token');
  const [compose] = COMPOSE;
  const { services } = compose?.toJS() ?? {};
  for (const target of job.static_configs[0].targets) expect(services).toHaveProperty(target.replace(/:8080$/, ''));
  // Of the secrets, only its own.
  expect(services.prometheus.volumes.filter((one: string) => one.includes('secrets'))).toEqual([
    './secrets/metrics_token:/run/secrets/metrics_token:ro',
  ]);
  // Beside the configuration, which names it.
  expect(services.prometheus.volumes).toContain('./alerts.yaml:/etc/prometheus/alerts.yaml:ro');
  expect(prometheus?.toJS().rule_files).toEqual(['alerts.yaml']);
  const monitor = kubernetes().find(({ kind }) => kind === 'ServiceMonitor');
  const [service] = kubernetes().filter(({ kind }) => kind === 'Service');
  expect(service.metadata.labels).toEqual(monitor.spec.selector.matchLabels);
  const named = service.spec.ports.map(({ name }: { readonly name: string }) => name);
  expect(named).toContain(monitor.spec.endpoints[0].port);
  expect(JSON.stringify(kubernetes())).toContain('{"name":"agent-platform-mcp","key":"metrics-token"}');
});

it('the deployment hides metrics and probes from outside, and limits access to replicas', () => {
  const ingress = kubernetes().find(({ kind }) => kind === 'Ingress');
  const paths = ingress.spec.rules[0].http.paths.map(({ path }: { readonly path: string }) => path);
  expect(paths).toEqual(['/mcp', '/.well-known/oauth-protected-resource']);
  const seconds = Number(ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']);
  expect(seconds).toBeGreaterThan(SETTINGS.httpRequestTimeoutSeconds.fallback);
  const policy = kubernetes().find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'agent-platform-mcp',
  );
  expect(policy.spec.podSelector.matchLabels).toEqual({ app: 'agent-platform-mcp' });
  expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
});

it('the deployment has nginx follow the addresses of replicas that are replaced', () => {
  const nginx = readFileSync(`${ROOT}deploy/nginx.conf`, 'utf8').replace(/#.*$/gm, '');
  expect(nginx).toMatch(/^resolver /m);
  expect(nginx.match(/server mcp-\d:8080 resolve /g)).toHaveLength(2);
  expect(nginx).toMatch(/zone \w+ \d+k;/);
});

it('the deployment serves people with names, with four eyes and an audit log on a volume, in compose and in Kubernetes', () => {
  const [compose] = COMPOSE;
  const { services, volumes } = compose?.toJS() ?? {};
  const stateful = kubernetes().find(({ kind }) => kind === 'StatefulSet');
  const [container] = stateful.spec.template.spec.containers;
  const inKubernetes = Object.fromEntries(
    container.env.map(({ name, value }: { readonly name: string; readonly value?: string }) => [name, value]),
  );
  const cases = [
    { env: services['mcp-1'].environment, mounts: ['/run/secrets', '/var/lib/agent-platform-mcp'] },
    { env: inKubernetes, mounts: ['/secrets', '/audit'] },
  ];
  for (const { env, mounts } of cases) {
    const [secrets, audit] = mounts;
    expect(env).toMatchObject({
      AGENT_PLATFORM_HTTP_TOKENS_FILE: `${secrets}/people.json`,
      AGENT_PLATFORM_FOUR_EYES: 'known',
      AGENT_PLATFORM_AUDIT_LOG: `${audit}/audit.jsonl`,
    });
    // Nobody without a name.
    expect(env).not.toHaveProperty('AGENT_PLATFORM_HTTP_TOKEN_FILE');
  }
  expect(volumes).toHaveProperty('audit');
  expect(stateful.spec.volumeClaimTemplates[0].metadata.name).toBe('audit');
  expect(container.volumeMounts.map(({ mountPath }: { readonly mountPath: string }) => mountPath)).toEqual([
    '/secrets',
    '/audit',
  ]);
  const redis = kubernetes().filter(({ metadata }) => metadata.name === 'redis');
  expect(redis.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'NetworkPolicy']);
  expect(redis.at(-1).spec.ingress[0].from).toEqual([
    { podSelector: { matchLabels: stateful.spec.template.metadata.labels } },
  ]);
  // Its keys outlive a restart, in each example.
  const [{ args }] = redis[0].spec.template.spec.containers;
  const alone = readFileSync(`${ROOT}docs/ten-people.md`, 'utf8');
  for (const command of [args.join(' '), services.redis.command.join(' '), alone])
    expect(command).toContain('--appendonly yes --appendfsync always');
});

it('the deployment runs one watch with a command, options, settings and secrets that exist, in compose and in Kubernetes', () => {
  const [compose] = COMPOSE;
  const { watch: service } = compose?.toJS().services ?? {};
  const deployment = kubernetes().find(({ metadata }) => metadata.name === 'agent-platform-mcp-watch');
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  const inKubernetes = Object.fromEntries(
    container.env.map(({ name, value }: { readonly name: string; readonly value: string }) => [name, value]),
  );
  const forms = COMMANDS.find(({ name }) => name === 'watch')?.options?.map(([form]) => form.replace(/ .*/, ''));
  const settings = SETTING_NAMES.filter((name) => !Object.hasOwn(HTTP_SETTINGS, name)).map(envName);
  for (const { argv, env } of [
    { argv: service.entrypoint, env: service.environment },
    { argv: container.command, env: inKubernetes },
  ]) {
    const [program, command, ...options] = argv;
    expect([program, command]).toEqual(['agent-platform-mcp', 'watch']);
    expect(forms).toEqual(expect.arrayContaining(options.filter((option: string) => option.startsWith('-'))));
    expect(settings).toEqual(expect.arrayContaining(Object.keys(env)));
  }
  // What it reads is in the secret, which the comment at the top of the file makes.
  const [{ mountPath }] = container.volumeMounts;
  const { items } = pod.volumes[0].secret;
  const files = items.map(({ path }: { readonly path: string }) => `${mountPath}/${path}`);
  expect(files).toEqual([inKubernetes.AGENT_PLATFORM_TOKEN_FILE, container.command.at(-1)]);
  const head = /^(#.*\n)+/.exec(readFileSync(`${ROOT}deploy/kubernetes.yaml`, 'utf8'))?.[0];
  for (const { key } of items) expect(head).toContain(`--from-file=${key}=`);
});

it('the deployment never runs two watches at once in Kubernetes, confines the watch like replicas, and sends it no requests', () => {
  const named = (kind: string, name: string) =>
    kubernetes().find((one) => one.kind === kind && one.metadata.name === name);
  const watch = named('Deployment', 'agent-platform-mcp-watch').spec;
  expect(watch).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  const server = named('StatefulSet', 'agent-platform-mcp').spec.template.spec;
  const { spec: pod, metadata } = watch.template;
  expect(pod.securityContext).toEqual(server.securityContext);
  expect(pod.containers[0].securityContext).toEqual(server.containers[0].securityContext);
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.containers[0].image).toBe(server.containers[0].image);
  expect(pod.containers[0].resources.limits).toHaveProperty('memory');
  expect(metadata.labels).not.toMatchObject(named('Service', 'agent-platform-mcp').spec.selector);
  const policy = named('NetworkPolicy', 'agent-platform-mcp-watch').spec;
  expect(policy.podSelector.matchLabels).toEqual(metadata.labels);
  expect(policy).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
  expect(policy).not.toHaveProperty('ingress');
});

it('the deployment passes requests on in the same way on one machine as in containers', () => {
  const locationOf = (file: string): string =>
    /location ~ \^\/\(mcp[^{]*\{([^}]*)\}/
      .exec(readFileSync(ROOT + file, 'utf8').replace(/#.*$/gm, ''))?.[1]
      ?.replace(/\s+/g, ' ') ?? '';
  expect(locationOf('deploy/nginx.conf')).toContain('proxy_next_upstream');
  // No request is written to a file, in which the workers of a root's nginx may not write.
  const kb = SETTINGS.httpMaxBodyKb.fallback;
  for (const size of ['client_max_body_size', 'client_body_buffer_size'])
    expect(locationOf('deploy/nginx.conf')).toContain(`${size} ${kb / 1024}m;`);
  expect(locationOf('deploy/ten-people/nginx.conf')).toBe(locationOf('deploy/nginx.conf'));
});

import { startSizePlatform } from './size/platform.ts';
import { callParams } from '../test/support/rounds.ts';
import { BUNDLE, platformEnv, startWire } from './wire.ts';
const id = process.argv[2] ?? 'mb-8';
const p = await startSizePlatform();
const wire = startWire(['--cpu-prof', '--cpu-prof-dir=/tmp/w/prof', '--cpu-prof-name=p.cpuprofile', BUNDLE], { ...platformEnv(p.url) });
await fetch(p.url + '/v1/agents/threads/' + id).then(r => r.arrayBuffer());
for (const [tool, more] of [['get_thread', {}], ['approve_thread', { status: 'APPROVED' }]] as const) {
  const t = performance.now();
  const r = await wire.request('tools/call', callParams(tool, { threadId: id, ...more }));
  console.log(tool, (performance.now() - t).toFixed(0), JSON.stringify(r).slice(0, 150));
}
await wire.close(); p.close();
const { readFileSync } = await import('node:fs');
const prof = JSON.parse(readFileSync('/tmp/w/prof/p.cpuprofile', 'utf8'));
const self = new Map<string, number>(); const total = new Map<string, number>();
const nodes = new Map(prof.nodes.map((n: any) => [n.id, n])); const parent = new Map<number, number>();
for (const n of prof.nodes) for (const c of n.children ?? []) parent.set(c, n.id);
prof.samples.forEach((s: number, i: number) => {
  const dt = prof.timeDeltas[i] / 1000; const seen = new Set<string>();
  for (let at: number | undefined = s, first = true; at !== undefined; at = parent.get(at), first = false) {
    const f = (nodes.get(at) as any).callFrame; const name = `${f.functionName}:${f.lineNumber}`;
    if (first) self.set(name, (self.get(name) ?? 0) + dt);
    if (!seen.has(name)) { seen.add(name); total.set(name, (total.get(name) ?? 0) + dt); }
  }
});
const top = (m: Map<string, number>) => [...m].sort((a, b) => b[1] - a[1]).slice(0, 22).map(([k, v]) => `${v.toFixed(0)} ${k}`).join('\n  ');
console.log('SELF\n  ' + top(self)); console.log('TOTAL\n  ' + top(total));
process.exit();

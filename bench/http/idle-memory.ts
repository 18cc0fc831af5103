/** What a connection costs that was used and stays open: clients of long conversations are idle most of the time. */
import { lastThread } from '../platform.ts';
import { first, median, type Row, times } from '../table.ts';
import { type Candidate, type Contender, isOurs, OURS } from './contenders.ts';
import { type Clients, clientsOf, loadFor } from './load.ts';

/** Opened before memory is first read, so that the heap has already grown for what is not a connection's. */
const FIRST = 300;
const MORE = 600;
/** Of calls, for code to be compiled. */
const WARM_UP_MS = 2_000;

/** Servers of each that are measured. One that collects garbage meanwhile shrinks, and its figure is none. */
const TURNS = 3;

/** Each at one replica, without a balancer, with what the server keeps of a client that has called once. */
export async function idleMemory(all: readonly Candidate[]): Promise<Row> {
  const figures: { name: string; value: number }[] = [];
  const untold: string[] = [];
  for (const candidate of all) {
    const grown: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) grown.push(await growthKb(candidate));
    const told = grown.filter((kb) => kb > 0);
    if (told.length > 0) figures.push({ name: candidate.name, value: median(told) });
    else untold.push(candidate.name);
  }
  const ours = figures.find(({ name }) => name === OURS)?.value ?? Number.NaN;
  const least = Math.min(...figures.filter(({ name }) => !isOurs(name)).map(({ value }) => value));
  const kb = (value: number): string => `${value.toFixed(1)} KB`;
  const others = figures.filter(({ name }) => name !== OURS).map(({ name, value }) => `${name} ${kb(value)}`);
  const without = untold.map((name) => `${name} has no figure: its memory shrank in each of ${TURNS} tries`);
  const winner = first(
    figures.filter(({ name }) => name === OURS || !isOurs(name)),
    'least',
  );
  return {
    what: `HTTP: memory of an idle connection (the last ${MORE} of ${FIRST + MORE})`,
    figure: kb(ours),
    baseline: [...others, ...without].join('; '),
    ratio: times(ours / least),
    goal: 'first',
    // Nobody is first of those who were not all measured.
    ...(untold.length === 0 && { met: winner === OURS, first: winner }),
  };
}

/** KB of resident memory that a connection of the later ones added. */
async function growthKb(candidate: Candidate): Promise<number> {
  const contender = await candidate.start(1);
  const [replica] = contender.replicas;
  if (replica === undefined) throw new Error(`${candidate.name} did not start`);
  const url = `http://127.0.0.1:${replica.port}`;
  const opened: Clients[] = [];
  const open = async (connections: number): Promise<number> => {
    const clients = await clientsOf(contender, url, 1, connections);
    opened.push(clients);
    await callOnce(contender, clients);
    return replica.memoryMb();
  };
  try {
    const warm = await clientsOf(contender, url, 1, 8);
    opened.push(warm);
    await loadFor(WARM_UP_MS, contender, warm, 'small', 1);
    const before = await open(FIRST);
    const after = await open(MORE);
    return ((after - before) * 1024) / MORE;
  } finally {
    await Promise.all(opened.map((clients) => clients.close()));
    await replica.stop();
  }
}

/** Not all at once: what many calls in flight need is not what an idle connection does. */
async function callOnce({ call }: Contender, { all }: Clients): Promise<void> {
  const { name, args } = call('small', 1);
  for (const client of all) await client.call(name, args, lastThread(1));
}

/** What a connection costs that was used and stays open: clients of long conversations are idle most of the time. */
import { lastThread } from '../platform.ts';
import { first, median, type Row, times } from '../table.ts';
import { type Candidate, type Contender, isOurs, OURS } from './contenders.ts';
import { type Clients, clientsOf, loadFor } from './load.ts';

/** Opened before memory is first read, so that the heap has already grown for what is not a connection's. */
const FIRST = 200;
/** With the first, fewer than the 1,024 that this server accepts by default. */
const MORE = 800;
/** Of calls, for code to be compiled and V8's room for new objects to be as large as it gets. */
const WARM_UP_MS = 3_000;
/** So many call at the same time: all are to have called before servers close the first (Node's default: after 5 s). */
const CALL_AT_ONCE = 16;
const TURNS = 3;

/** Each at one replica, without a balancer, with what the server keeps of a client that has called once. */
export async function idleMemory(all: readonly Candidate[]): Promise<Row> {
  const figures: { name: string; value: number }[] = [];
  for (const candidate of all) {
    const grown: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) grown.push(await growthKb(candidate));
    figures.push({ name: candidate.name, value: median(grown) });
  }
  const ours = figures.find(({ name }) => name === OURS)?.value ?? Number.NaN;
  const least = Math.min(...figures.filter(({ name }) => !isOurs(name)).map(({ value }) => value));
  const kb = (value: number): string => `${value.toFixed(1)} KB`;
  const others = figures.filter(({ name }) => name !== OURS).map(({ name, value }) => `${name} ${kb(value)}`);
  const winner = first(
    figures.filter(({ name }) => name === OURS || !isOurs(name)),
    'least',
  );
  return {
    what: `HTTP: memory of an idle connection (the last ${MORE} of ${FIRST + MORE}, after V8 has collected)`,
    figure: kb(ours),
    baseline: others.join('; '),
    ratio: times(ours / least),
    goal: 'first',
    met: winner === OURS,
    first: winner,
  };
}

/** KB of the process's own memory that a connection of the later ones added. */
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
    return replica.collectedMb();
  };
  try {
    const warm = await clientsOf(contender, url, 1, 8);
    opened.push(warm);
    await loadFor(WARM_UP_MS, contender, warm, 'small', 1);
    const before = await open(FIRST);
    return (((await open(MORE)) - before) * 1024) / MORE;
  } finally {
    await Promise.all(opened.map((clients) => clients.close()));
    await replica.stop();
  }
}

async function callOnce({ call }: Contender, { all }: Clients): Promise<void> {
  const { name, args } = call('small', 1);
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let client = left.pop(); client !== undefined; client = left.pop()) {
      await client.call(name, args, lastThread(1));
    }
  };
  await Promise.all(Array.from({ length: CALL_AT_ONCE }, next));
}

/**
 * The schemas that clients get contain nothing that known converters reject: one such schema makes some of them refuse the
 * whole request, so that no tool can be called. Those of the built file equal them (built-schemas.slow.test.ts).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, type ListedTool } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A schema somewhere inside another, and where. */
interface Place {
  readonly at: string;
  readonly schema: Schema;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema and all inside it; every object that stands where JSON Schema expects a schema. */
function* entryCount(schema: Schema, at: string): Generator<Place> {
  yield { at, schema };
  for (const keyword of ['properties', 'patternProperties', '$defs', 'definitions']) {
    const named = schema[keyword];
    if (!isSchema(named)) continue;
    for (const [name, inner] of Object.entries(named)) if (isSchema(inner)) yield* entryCount(inner, `${at}.${name}`);
  }
  for (const keyword of ['items', 'additionalProperties', 'not', 'contains', 'propertyNames']) {
    const inner = schema[keyword];
    if (isSchema(inner)) yield* entryCount(inner, `${at}.${keyword}`);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const several = schema[keyword];
    if (!Array.isArray(several)) continue;
    for (const [n, inner] of several.entries()) if (isSchema(inner)) yield* entryCount(inner, `${at}.${keyword}[${n}]`);
  }
}

/** Keywords that every converter known to us takes. Anything else is refused by one of them at least. */
const ACCEPTED = new Set(
  'type properties required items enum description default minimum maximum minLength maxLength minItems maxItems pattern'.split(
    ' ',
  ),
);
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

/** The violations of one schema, each with the client that refuses it. */
function flaws({ schema }: Place, isRoot: boolean): string[] {
  const { type, pattern, properties, required, items } = schema;
  const found = Object.keys(schema)
    .filter((keyword) => !ACCEPTED.has(keyword) && !(keyword === 'additionalProperties' && schema[keyword] === false))
    // `format: date` breaks Gemini, unions and $ref many. `additionalProperties: false` breaks google-genai for Python, and
    // OpenAI's strict mode breaks without it: docs/troubleshooting.md names the way around.
    .map((keyword) => `keyword ${keyword}`);
  // A type array is a nullable union; no type at all is refused by Gemini and by strict modes.
  if (typeof type !== 'string' || !TYPES.includes(type)) found.push(`type ${JSON.stringify(type)}`);
  if (isRoot && type !== 'object') found.push('a root that is no object');
  if (type === 'array' && !isSchema(items)) found.push('a list without items');
  if (typeof pattern === 'string') {
    // OpenAI refuses look-around, llama.cpp asserts at it; its grammars also need both anchors and plain classes.
    if (/\(\?/.test(pattern)) found.push(`look-around or a flag in ${pattern}`);
    if (!/^\^.*\$$/.test(pattern)) found.push(`no anchors in ${pattern}`);
    if (/\\[^.\-+*?()[\]{}|/\\^$]/.test(pattern)) found.push(`an escape in ${pattern}`);
  }
  if (Array.isArray(schema.enum) && !schema.enum.every((value) => typeof value === 'string' && value !== '')) {
    found.push('an enum of other than words');
  }
  if (isSchema(properties)) {
    for (const name of Object.keys(properties)) if (!/^[\w.-]{1,64}$/.test(name)) found.push(`property name ${name}`);
  }
  const declared = isSchema(properties) ? Object.keys(properties) : [];
  if (Array.isArray(required)) {
    for (const name of required) if (!declared.includes(String(name))) found.push(`requires undeclared ${name}`);
  }
  return found;
}

function allFlaws(tool: ListedTool): string[] {
  return (['inputSchema', 'outputSchema'] as const).flatMap((key) => {
    const root = tool[key];
    if (root === undefined) return [`${key}: missing`];
    return [...entryCount(root, key)].flatMap((place) =>
      flaws(place, place.schema === root).map((flaw) => `${place.at}: ${flaw}`),
    );
  });
}

describe.each(CLIENTS.filter(({ client }) => client === 'v1' || client === 'v2-modern'))(
  'the schemas that $client is given',
  ({ client }) => {
    let tools: readonly ListedTool[] = [];
    beforeAll(async () => {
      tools = await (await connectHere({ client, args: ['--sandbox', '--toolsets', 'all'] })).listTools();
    });

    it('hold nothing that a converter on the way to a model rejects', () => {
      expect(tools.length).toBeGreaterThan(30);
      expect(tools.flatMap((tool) => allFlaws(tool).map((flaw) => `${tool.name} ${flaw}`))).toEqual([]);
    });

    it('bear names that every host takes', () => {
      for (const { name } of tools) expect(name).toMatch(/^[a-z][a-z_]{0,40}$/);
    });
  },
);

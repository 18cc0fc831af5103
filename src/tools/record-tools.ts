/**
 * The tools that create, change and delete records of one kind. What all kinds have in common is here; an entry holds what
 * a kind has of its own: its texts, its fields, what is refused, and what a human is asked.
 */
import * as z from 'zod';
import { type NamedArgument, recordsById, withNames } from '../domain/by-name.ts';
import { requireChanges } from '../domain/changes.ts';
import type { WrittenKind, WrittenRecord } from '../domain/known-record.ts';
import {
  type CreationPlan,
  createRecord,
  type DeletionPlan,
  deleteRecord,
  type UpdatePlan,
  updateRecord,
} from '../domain/writes.ts';
import type { ToolResult } from '../mcp/contract/result.ts';
import { defineTool, type Tool, type ToolContext, type ToolSpec } from '../mcp/contract/tool.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { result, shapeOf, textLists } from './results.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<S extends Shape> = z.output<z.ZodObject<S>>;
type Spec = ToolSpec<z.ZodObject>;
type Texts = Pick<Spec, 'name' | 'title' | 'lookups' | 'example' | 'description'>;

/** A kind of record that tools write. */
export interface KindEntry<I extends Shape> extends WrittenKind, Pick<Spec, 'toolset'> {
  /** The arguments that lead to one record. */
  readonly ids: () => I;
  /** Those of them that may be names. */
  readonly named: readonly NamedArgument[];
  /** Those of records that it is put into. */
  readonly places?: readonly NamedArgument[];
}

/** A tool that creates a record. */
export const creates = <I extends Shape, F extends Shape, R extends WrittenRecord>(
  kind: KindEntry<I>,
  {
    fields,
    plan,
    ...texts
  }: Texts & {
    readonly fields: () => F;
    plan(args: Values<F>, context: ToolContext): CreationPlan<R> | Promise<CreationPlan<R>>;
  },
): Tool =>
  writeTool<Values<F>>(kind, {
    ...texts,
    effect: 'write',
    fields,
    output: () => result(shapeOf(kind.table)),
    handle: async (args, context) => createRecord(kind, args, await plan(args, context), context),
  });

/** A tool that changes the given fields of a record, after asking a human. */
export const updates = <I extends Shape, F extends Shape, R extends WrittenRecord>(
  kind: KindEntry<I>,
  {
    fields,
    plan,
    ...texts
  }: Texts & {
    readonly fields: () => F;
    plan(args: Values<I> & Values<F>, context: ToolContext): Promise<UpdatePlan<R>>;
  },
): Tool =>
  writeTool<Values<I> & Values<F>>(kind, {
    ...texts,
    effect: 'destructive',
    isIdempotent: true,
    fields: () => ({ ...kind.ids(), ...fields() }),
    output: () => result(shapeOf(kind.table), textLists('changed')),
    handle: async (args, context) => {
      requireChange(kind, args, Object.keys(fields()));
      return updateRecord(kind, idOf(kind, args), await plan(args, context), context);
    },
  });

/** A tool that creates a record or, given its id, changes it. */
export const writes = <I extends Shape, F extends Shape, R extends WrittenRecord>(
  kind: KindEntry<I>,
  {
    known,
    create,
    change,
    ...spec
  }: Texts & {
    /** Its arguments, the id included. */
    readonly fields: () => F;
    /** The fields that can be changed, in the order in which a refusal names them. */
    readonly known: () => readonly string[];
    readonly output: Spec['output'];
    create(args: Values<F>, context: ToolContext): CreationPlan<R>;
    change(args: Values<F> & Values<I>, context: ToolContext): Promise<UpdatePlan<R>>;
  },
): Tool =>
  writeTool<Values<F> & Values<I>>(kind, {
    ...spec,
    effect: 'destructive',
    handle: async (args, context) => {
      if (args[kind.idArgument] === undefined) return createRecord(kind, args, create(args, context), context);
      requireChange(kind, args, known());
      const plan = await withPlaceNames(kind.places, await change(args, context), context);
      return updateRecord(kind, idOf(kind, args), plan, context);
    },
  });

/** The change, with lines for the human that name the records out of which and into which it moves the record. */
async function withPlaceNames<R extends WrittenRecord>(
  places: readonly NamedArgument[] = [],
  plan: UpdatePlan<R>,
  { call, client }: ToolContext,
): Promise<UpdatePlan<R>> {
  const moved = client.canAsk ? places.filter((place) => plan.requested[place] !== undefined) : [];
  const lines = moved.map(async (place) => {
    const { noun, found } = await recordsById(place, [plan.record.source[place], plan.requested[place]], call);
    return (found ?? []).flatMap(({ id, name }) =>
      name === undefined ? [] : [`The ${noun} ${id} is ${name.line(80)}.`],
    );
  });
  const named = (await Promise.all(lines)).flat();
  return {
    ...plan,
    // The reply is bound to these names.
    values: (record) => ({ ...(plan.values?.(record) ?? record.source), places: named }),
    details: async () => [...((await plan.details?.()) ?? []), ...named],
  };
}

/** A tool that deletes a record, after asking a human. */
export const deletes = <I extends Shape, F extends Shape>(
  kind: KindEntry<I>,
  {
    fields,
    plan,
    ...spec
  }: Texts & {
    /** Its arguments in addition to the ids. */
    readonly fields?: () => F;
    readonly output: Spec['output'];
    plan(args: Values<I> & Values<F>, context: ToolContext): Promise<DeletionPlan>;
  },
): Tool =>
  writeTool<Values<I> & Values<F>>(kind, {
    ...spec,
    effect: 'destructive',
    isIdempotent: true,
    fields: () => ({ ...kind.ids(), ...fields?.() }),
    handle: async (args, context) => {
      const subject = [spec.name, ...Object.values(args)].join(' ');
      return deleteRecord(subject, kind, idOf(kind, args), await plan(args, context), context);
    },
  });

/** A tool for records of a kind, with ids in place of names. `A` are the arguments that `fields` checks. */
const writeTool = <A>(
  { toolset, named, places = [] }: Pick<KindEntry<Shape>, 'toolset' | 'named' | 'places'>,
  {
    fields,
    handle,
    ...spec
  }: Omit<Spec, 'toolset' | 'input' | 'handle'> & {
    readonly fields: () => Shape;
    handle(args: Json & A, context: ToolContext): Promise<ToolResult>;
  },
): Tool =>
  defineTool({
    ...spec,
    toolset,
    input: () => z.strictObject(fields()),
    handle: withNames<Json>(
      named,
      'write',
      withNames<Json>(places, 'place', (args, context) => handle(args as Json & A, context)),
    ),
  });

const idOf = ({ idArgument }: WrittenKind, args: Json): string => String(args[idArgument]);

/** @throws Refusal if nothing is to be changed */
function requireChange(kind: KindEntry<Shape>, args: Json, known: readonly string[]): void {
  const ids = Object.keys(kind.ids());
  const changes = Object.fromEntries(Object.entries(args).filter(([name]) => !ids.includes(name)));
  requireChanges(changes, `${kind.kind} ${idOf(kind, args)}`, known);
}

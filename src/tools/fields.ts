/** Arguments that several tools take, each with its words and bounds once. Bounds come from the operations table. */
import { z } from 'zod';
import { IDENTIFIER } from '../platform/reading/lenient.ts';

/** An identifier argument (design.md, section 5, rule 10). */
export const id = (what: string) => z.string().regex(IDENTIFIER).describe(what);

export const agentId = () => id('Agent, from list_agents.');
export const threadId = () => id('Thread, from a list of threads.');
export const assistantIdentifier = () => id('Assistant, from list_assistants.');
export const toolServerId = () => id('Tool server, from list_tool_servers.');
export const toolId = () => id("The tool's id or function name, from list_tools.");

/** A free object; one that arrives as a JSON string is parsed by the frame. */
export const freeObject = () => z.record(z.string(), z.unknown());

/** Page arguments of a list that this program pages itself. */
export const pageLimit = (fallback: number) => z.int().min(1).max(100).default(fallback).describe('At most this many.');
export const pageOffset = () => z.int().min(0).default(0).describe('Skip this many.');

/** Output of a list: the records, loosely; the summary says the rest. */
export const records = () => z.array(z.looseObject({}));

export const chatUuid = () => id('Chat, from a list of chats.');

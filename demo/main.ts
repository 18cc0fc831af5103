/**
 * The main job in a minute: starts the built server on its sandbox, talks to it through a real MCP client, and prints
 * what a person would see. Exits with 1 if any step fails.
 */

import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { messageOf } from '../src/basics/errors.ts';
import { box, heading, printAnswer, step } from './print.ts';
import { type Result, steps } from './steps.ts';

const server = fileURLToPath(new URL('../dist/agent-platform-mcp.cjs', import.meta.url));

/** The titles of the choices that a form offers. */
function choicesIn(params: object): string[] {
  const schema = z.object({
    requestedSchema: z.object({ properties: z.object({ decision: z.object({ enum: z.string().array() }) }) }),
  });
  return schema.parse(params).requestedSchema.properties.decision.enum;
}

async function main(): Promise<void> {
  const started = performance.now();
  const client = new Client(
    { name: 'demo', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  // The host's dialog: here the demo plays the human, who reads the request and presses Approve.
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const choices = choicesIn(params);
    box('Your host asks you', params.message, choices);
    const decision = choices.find((choice) => choice.startsWith('Approve')) ?? '';
    return { action: 'accept', content: { decision, comment: 'Covered by the warranty.' } };
  });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, '--sandbox'],
    stderr: 'inherit',
  });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    heading('agent-platform-mcp on its sandbox', `${tools.length} tools, MCP ${client.getNegotiatedProtocolVersion()}`);
    const call = async (tool: string, args: Record<string, unknown>): Promise<Result> => {
      step(tool, args);
      const result = await client.callTool({ name: tool, arguments: args });
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      printAnswer(text);
      if (result.isError) throw new Error(`${tool} failed: ${text}`);
      return { text, data: Object.fromEntries(Object.entries(result.structuredContent ?? {})) };
    };
    const read = async (uri: string): Promise<string> => {
      step('resources/read', { uri });
      const { contents } = await client.readResource({ uri });
      const text = contents.map((part) => ('text' in part ? part.text : '')).join('\n');
      printAnswer(text);
      return text;
    };
    await steps({ call, heading, read });
    heading('Done', `${((performance.now() - started) / 1000).toFixed(1)} s. This prints what to add to your host:`);
    process.stdout.write('  node dist/agent-platform-mcp.cjs config <host> --sandbox\n');
  } finally {
    await client.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\nThe demo failed: ${messageOf(error)}\n`);
  process.exitCode = 1;
});

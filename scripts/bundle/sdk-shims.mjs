// The SDK's shims for Node with its smaller validator of JSON Schema, the one that it uses on other platforms. `process` is
// the global one: importing node:process evaluates all of its getters, a tenth of a start.

export const { process } = globalThis;
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

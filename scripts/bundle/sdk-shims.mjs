// The SDK's shims for Node, with the smaller JSON Schema validator that it uses on other platforms. `process` is the global:
// importing node:process evaluates all of its getters, which takes a tenth of the start.

export const { process } = globalThis;
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

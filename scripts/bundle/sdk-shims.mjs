// The SDK's shims for Node with its smaller validator of JSON Schema: the one that it uses on other platforms.

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

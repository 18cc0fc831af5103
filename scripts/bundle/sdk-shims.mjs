// Stands in for the SDK's Node shims, with its light JSON Schema validator in the place of AJV.

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

// Stands in for the SDK's Node shims. Its validator of JSON Schema is asked about one thing only, the answer to a form,
// and src/mcp/engine/consent/elicit.ts accepts no answer but a choice that it offered.

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    return (data) => ({ valid: true, data, errorMessage: undefined });
  }
}

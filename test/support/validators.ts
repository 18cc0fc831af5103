/**
 * The SDKs' own validators, which their clients hold results against, for all clients of a process: each of them lists the
 * same tools, and compiling their schemas took longer than most tests. A schema with a word changed is another schema.
 */
import type { jsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { AjvJsonSchemaValidator as AjvJsonSchemaValidatorV1 } from '@modelcontextprotocol/sdk/validation/ajv';

function compilingOnce<T extends Pick<jsonSchemaValidator, 'getValidator'>>(validator: T): T {
  const compiled = new Map<string, unknown>();
  const getValidator = validator.getValidator.bind(validator);
  return Object.assign(validator, {
    getValidator(schema: Parameters<typeof getValidator>[0]) {
      const key = JSON.stringify(schema);
      const found = compiled.get(key) ?? getValidator(schema);
      compiled.set(key, found);
      return found;
    },
  });
}

export const validatorV1 = compilingOnce(new AjvJsonSchemaValidatorV1());
export const validatorV2 = compilingOnce(new AjvJsonSchemaValidator());

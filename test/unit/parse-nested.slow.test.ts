/** Answers that are nested deeper than anything that walks them recursively could go. */
import { expect, it } from 'vitest';
import { operationList } from '../../src/platform/operations/index.ts';
import { readResponse } from '../../src/platform/parse/index.ts';

it('answers nested without end do no harm', () => {
  const deepArray = `${'['.repeat(12_000)}${']'.repeat(12_000)}`;
  const deepObject = `${'{"a":'.repeat(12_000)}1${'}'.repeat(12_000)}`;
  for (const deep of [deepArray, deepObject]) {
    const record = `{"id":"x","chatUid":"x","metadata":${deep},"messages":[{"role":"user","content":${deep}},{"content":{"data":${deep}}},{"tool_calls":[{"name":"n","arguments":${deep}}]}],"data":${deep},"error":${deep},"criteria":${deep},"breakdown":${deep},"function":{"name":"n","parameters":{"properties":${deep}}}}`;
    for (const body of [deep, record, `[${record}]`].map((text): unknown => JSON.parse(text))) {
      for (const operation of operationList) expect(() => readResponse(operation, body)).not.toThrow();
    }
  }
});

/** A tool test whose endpoint fails: what it says depends on whose failure it is. */
import { expect, it } from 'vitest';
import { session } from '../support/views.ts';

const failing = (error: string) => session(() => ({ json: { success: false, error, executionTimeMs: 3 } }));
const args = { toolServerId: 's', toolId: 't', parameters: {} };

it.each(['HTTP 503 Service Unavailable', 'Request failed with status code 500'])(
  'says of "%s" that it may have done something, and sends nobody to the arguments',
  async (error) => {
    const { text, data } = await (await failing(error)).call('test_tool', args);
    expect(text).toContain('it may have changed something before it failed');
    expect(data).not.toHaveProperty('nextStep');
  },
);

it.each(['HTTP 422: amount is missing', 'order 503 is unknown'])('leads from "%s" to the arguments', async (error) => {
  const { text, data } = await (await failing(error)).call('test_tool', args);
  expect(text).not.toContain('may have changed something');
  expect(data.nextStep).toMatchObject({ tool: 'list_tools' });
});

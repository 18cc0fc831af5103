import { operations } from '../../platform/operations/index.ts';

/** Fields that create and update share, with short descriptions. Built on first use. */
export function agentFields() {
  const {
    description,
    provider,
    llm,
    assistantSpecialization,
    maxExecutionToolCalls,
    maxExecutionInputTokens,
    evaluationConfig,
  } = operations.createAgent.body().shape;
  return {
    description: description.describe('What it is for.'),
    provider: provider.describe('Model provider.'),
    llm: llm.describe('Model.'),
    assistantSpecialization: assistantSpecialization.describe(
      'presets (system prompt), model, provider, availableToolsGroupsUids, enabledTools.',
    ),
    maxExecutionToolCalls: maxExecutionToolCalls.describe('Tool calls per run.'),
    maxExecutionInputTokens: maxExecutionInputTokens.describe('Input tokens per run.'),
    evaluationConfig: evaluationConfig.describe('How its threads are evaluated, as {"enabled":true}.'),
  };
}

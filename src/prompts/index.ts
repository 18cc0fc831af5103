/** All prompts. */
import type { PromptSpec } from '../mcp/contract/prompt.ts';
import { investigateThread } from './investigate-thread.ts';
import { reviewCosts } from './review-costs.ts';
import { triageApprovals } from './triage-approvals.ts';
import { tryATool } from './try-a-tool.ts';

export const allPrompts: readonly PromptSpec[] = [triageApprovals, investigateThread, reviewCosts, tryATool];

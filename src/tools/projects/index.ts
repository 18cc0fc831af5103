import type { Tool } from '../../mcp/contract/tool.ts';
import { archiveProject } from './archive-project.ts';
import { createProject } from './create-project.ts';
import { getProject } from './get-project.ts';
import { getProjectCosts } from './get-project-costs.ts';
import { listProjects } from './list-projects.ts';
import { updateProject } from './update-project.ts';

export const projectTools: readonly Tool[] = [
  listProjects,
  getProject,
  getProjectCosts,
  createProject,
  updateProject,
  archiveProject,
];

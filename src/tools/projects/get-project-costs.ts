import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { currentDay, type Granularity } from '../../domain/costs/costs.ts';
import { costTable } from '../../domain/costs/series.ts';
import {
  coversMonthSoFar,
  periodOf,
  type RequestedWindow,
  rangeOf,
  refuseMisplaced,
} from '../../domain/costs/window.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { COST_ROW } from '../../platform/parse/costs.ts';
import { project } from '../fields.ts';
import { costShape, records, result, shapeOf, texts } from '../results.ts';

/** GET /v1/projects/{projectId}/costs/daily and /monthly; the API has no summary. */
export const getProjectCosts = defineTool({
  name: 'get_project_costs',
  title: 'Get project costs',
  toolset: 'projects',
  effect: 'read',
  example: { projectId: 'project-1' },
  description: "Shows a project's costs by day or by month, with total, average, change and projection.",
  input: () => {
    const { startDate, endDate } = operations.getProjectDailyCosts.query().shape;
    const { startMonth, endMonth } = operations.getProjectMonthlyCosts.query().shape;
    return z.strictObject({
      projectId: project(),
      period: z.enum(['daily', 'monthly']).optional().describe('daily unless a month is given.'),
      startDate: startDate.describe('YYYY-MM-DD.'),
      endDate: endDate.describe('Last: YYYY-MM-DD.'),
      startMonth: startMonth.describe('YYYY-MM.'),
      endMonth: endMonth.describe('Last: YYYY-MM.'),
    });
  },
  output: () => result(texts('projectId'), costShape(), { rows: records(shapeOf(COST_ROW)) }),
  handle: withNames(['projectId'], 'read', async ({ projectId, period: named, ...window }, { call }) => {
    const period = named ?? periodOf(window) ?? 'daily';
    refuseMisplaced(window, period);
    const range = rangeOf(window, period);
    const page = await readRows(projectId, period, range, call);
    // Without a start, the platform chooses one.
    const [begin] = page.items.map((row) => row.period.slice(0, period === 'daily' ? 10 : 7)).sort();
    return costTable({
      who: `Project ${projectId}`,
      ids: { projectId },
      period,
      range,
      page,
      // Part of the month gives no projection.
      month: coversMonthSoFar({ ...range, start: range.start ?? begin }, period, currentDay()) ? undefined : [],
      earlier: (rows, shown) => {
        // Its period may have rows in other currencies, some of which are shown.
        const before = rows[rows.length - shown - 1];
        const end = period === 'daily' ? 'endDate' : 'endMonth';
        return (
          before && {
            tool: 'get_project_costs',
            arguments: { projectId, period, ...window, [end]: before.period },
            why: 'see earlier ones',
          }
        );
      },
    });
  }),
});

function readRows(projectId: string, period: Granularity, { start, end }: RequestedWindow, call: ToolContext['call']) {
  const path = { projectId };
  return period === 'daily'
    ? call(operations.getProjectDailyCosts, { path, query: { startDate: start, endDate: end } })
    : call(operations.getProjectMonthlyCosts, { path, query: { startMonth: start, endMonth: end } });
}

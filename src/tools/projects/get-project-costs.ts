import * as z from 'zod';
import { analyse, type Granularity, isDated, previous } from '../../domain/costs/costs.ts';
import { costRowItems, seriesFacts, seriesNotes } from '../../domain/costs/series.ts';
import {
  holdsMonthSoFar,
  isInside,
  periodOf,
  type RequestedWindow,
  rangeOf,
  refuseMisplaced,
  windowOf,
} from '../../domain/costs/window.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { COST_ROW } from '../../platform/parse/costs.ts';
import { unreadableNotes } from '../../present/paging.ts';
import { projectId } from '../fields.ts';
import { costShape, records, result, shapeOf, texts } from '../results.ts';

/** GET /v1/projects/{projectId}/costs/daily and /monthly; the API has no summary. */
export const getProjectCosts = defineTool({
  name: 'get_project_costs',
  title: 'Get project costs',
  toolset: 'projects',
  effect: 'read',
  example: { projectId: 'project-1' },
  description: "Shows a project's costs by day or by month, with total, average, change and projected month.",
  input: () => {
    const { startDate, endDate } = operations.getProjectDailyCosts.query().shape;
    const { startMonth, endMonth } = operations.getProjectMonthlyCosts.query().shape;
    return z.strictObject({
      projectId: projectId(),
      period: z.enum(['daily', 'monthly']).optional().describe('daily unless a month is given.'),
      startDate: startDate.describe('YYYY-MM-DD.'),
      endDate: endDate.describe('Inclusive.'),
      startMonth: startMonth.describe('YYYY-MM.'),
      endMonth: endMonth.describe('Inclusive.'),
    });
  },
  output: () => result(texts('projectId'), costShape(), { rows: records(shapeOf(COST_ROW)) }),
  async handle({ projectId, period: named, ...window }, { call }) {
    const period = named ?? periodOf(window) ?? 'daily';
    refuseMisplaced(window, period);
    const range = rangeOf(window, period);
    const { start, end } = range;
    const page = await readRows(projectId, period, range, call);
    const dated = page.items.filter(isDated);
    const today = new Date().toISOString().slice(0, 10);
    const wanted = dated.filter((row) => isInside(row, range, period, today));
    // Part of the month gives no projection.
    const series = analyse(wanted, period, today, holdsMonthSoFar(range, period, today) ? wanted : []);
    const covered = windowOf(series.rows, range, period, today);
    const { rows, total, currency } = series;
    const [first] = rows;
    const last = rows.at(-1);
    const unit = currency === undefined ? '' : ` ${currency}`;
    const cost = total === undefined ? 'has costs' : `cost ${total}${unit}`;
    return {
      summary:
        first === undefined || last === undefined
          ? `Project ${projectId} has no ${period} costs${start || end ? ' in this period' : ''}.`
          : `Project ${projectId} ${cost} from ${first.period} to ${last.period}.`,
      notes: [
        ...seriesNotes(series, period, covered),
        ...unreadableNotes({ unreadable: page.unreadable + page.items.length - dated.length }),
      ],
      facts: { projectId, ...seriesFacts(series, period, covered) },
      list: {
        name: 'rows',
        items: costRowItems(rows, series),
        keep: 'last',
        rest: (shown) => {
          const next = rows[rows.length - shown];
          return shown < rows.length && next !== undefined
            ? {
                tool: 'get_project_costs',
                arguments: {
                  projectId,
                  period,
                  ...window,
                  [period === 'daily' ? 'endDate' : 'endMonth']: previous(next.period, period),
                },
                why: 'see earlier ones',
              }
            : undefined;
        },
      },
    };
  },
});

function readRows(projectId: string, period: Granularity, { start, end }: RequestedWindow, call: ToolContext['call']) {
  const path = { projectId };
  return period === 'daily'
    ? call(operations.getProjectDailyCosts, { path, query: { startDate: start, endDate: end } })
    : call(operations.getProjectMonthlyCosts, { path, query: { startMonth: start, endMonth: end } });
}
